//! Interned names. Ada's names do not depend on case, so a [`Symbol`] stands for the lower-case form;
//! the spelling shown to users comes from the source text.
//!
//! Operators used as names keep their quotes (`"+"`), character literals their ticks (`'A'`), so all
//! three kinds of designator live in one table. Reserved words come first: a symbol below
//! [`KEYWORDS`]`.len()` is a reserved word.

use rustc_hash::FxHashMap;

/// An interned lower-case name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

macro_rules! keywords {
    ($($variant:ident $text:literal),* $(,)?) => {
        /// A reserved word of Ada 2022.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Keyword { $($variant),* }
        /// Every reserved word, in the order of [`Keyword`].
        pub const KEYWORDS: &[(&str, Keyword)] = &[$(($text, Keyword::$variant)),*];
    };
}

keywords! {
    Abort "abort", Abs "abs", Abstract "abstract", Accept "accept", Access "access", Aliased "aliased", All "all",
    And "and", Array "array", At "at", Begin "begin", Body "body", Case "case", Constant "constant",
    Declare "declare", Delay "delay", Delta "delta", Digits "digits", Do "do", Else "else", Elsif "elsif",
    End "end", Entry "entry", Exception "exception", Exit "exit", For "for", Function "function",
    Generic "generic", Goto "goto", If "if", In "in", Interface "interface", Is "is", Limited "limited",
    Loop "loop", Mod "mod", New "new", Not "not", Null "null", Of "of", Or "or", Others "others", Out "out",
    Overriding "overriding", Package "package", Pragma "pragma", Private "private", Procedure "procedure",
    Protected "protected", Raise "raise", Range "range", Record "record", Rem "rem", Renames "renames",
    Requeue "requeue", Return "return", Reverse "reverse", Select "select", Separate "separate", Some "some",
    Subtype "subtype", Synchronized "synchronized", Tagged "tagged", Task "task", Terminate "terminate",
    Then "then", Type "type", Until "until", Use "use", When "when", While "while", With "with", Xor "xor",
}

/// The table of all names of a run.
#[derive(Clone, Debug)]
pub struct Names {
    map: FxHashMap<Box<str>, Symbol>,
    texts: Vec<Box<str>>,
}

impl Default for Names {
    fn default() -> Self {
        let mut names = Self { map: FxHashMap::default(), texts: Vec::new() };
        for (text, _) in KEYWORDS {
            names.intern(text);
        }
        names
    }
}

impl Names {
    /// Interns text that is already in lower case (or a character literal, whose case counts).
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.map.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text.into());
        self.map.insert(text.into(), symbol);
        symbol
    }
    /// Interns an identifier as it is spelled in a source.
    pub fn fold(&mut self, spelled: &str) -> Symbol {
        let bytes = spelled.as_bytes();
        if bytes.len() <= 64 && bytes.is_ascii() {
            let mut buffer = [0u8; 64];
            let folded = &mut buffer[..bytes.len()];
            folded.copy_from_slice(bytes);
            folded.make_ascii_lowercase();
            if let Ok(text) = std::str::from_utf8(folded) {
                return self.intern(text);
            }
        }
        self.intern(&spelled.to_lowercase())
    }
    pub fn text(&self, symbol: Symbol) -> &str {
        self.texts.get(symbol.0 as usize).map_or("?", |t| t)
    }
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.map.get(text).copied()
    }
}

/// The reserved word a symbol stands for, if any.
pub fn keyword_of(symbol: Symbol) -> Option<Keyword> {
    KEYWORDS.get(symbol.0 as usize).map(|k| k.1)
}
