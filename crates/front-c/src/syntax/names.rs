//! Interned names and the reserved words.
//!
//! Reserved words come first in the table, in all their spellings (`const`, `__const`, `__const__`): a
//! symbol below [`KEYWORDS`]`.len()` is a reserved word.

use rustc_hash::FxHashMap;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

macro_rules! keywords {
    ($($variant:ident $($text:literal)+),* $(,)?) => {
        /// A reserved word of GNU C; spellings with underscores are the same word.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Keyword { $($variant),* }
        /// Every spelling of every reserved word, in the order of their symbols.
        pub const KEYWORDS: &[(&str, Keyword)] = &[$($(($text, Keyword::$variant),)+)*];
    };
}

keywords! {
    Auto "auto", Break "break", Case "case", Char "char", Const "const" "__const" "__const__",
    Continue "continue", Default "default", Do "do", Double "double", Else "else", Enum "enum",
    Extern "extern", Float "float", For "for", Goto "goto", If "if", Inline "inline" "__inline" "__inline__",
    Int "int", Long "long", Register "register", Restrict "restrict" "__restrict" "__restrict__",
    Return "return", Short "short", Signed "signed" "__signed" "__signed__", Sizeof "sizeof", Static "static",
    Struct "struct", Switch "switch", Typedef "typedef", Union "union", Unsigned "unsigned", Void "void",
    Volatile "volatile" "__volatile" "__volatile__", While "while",
    Alignas "_Alignas", Alignof "_Alignof" "__alignof" "__alignof__", Atomic "_Atomic", Bool "_Bool" "__CPROVER_bool",
    Complex "_Complex" "__complex" "__complex__", Generic "_Generic", Noreturn "_Noreturn",
    StaticAssert "_Static_assert", ThreadLocal "_Thread_local" "__thread" "__CPROVER_thread_local",
    Asm "asm" "__asm" "__asm__", Attribute "__attribute" "__attribute__", AutoType "__auto_type",
    Extension "__extension__", Imag "__imag" "__imag__", Real "__real" "__real__", Label "__label__",
    Typeof "typeof" "__typeof" "__typeof__",
    Int128 "__int128",
    Float16 "_Float16", Float32 "_Float32", Float64 "_Float64", Float128 "_Float128",
    Float32x "_Float32x", Float64x "_Float64x",
    Decimal32 "_Decimal32", Decimal64 "_Decimal64", Decimal128 "_Decimal128",
    VaArg "__builtin_va_arg", Offsetof "__builtin_offsetof",
    TypesCompatible "__builtin_types_compatible_p", ChooseExpression "__builtin_choose_expr",
    ConvertVector "__builtin_convertvector",
    Forall "__CPROVER_forall", Exists "__CPROVER_exists",
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
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.map.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text.into());
        self.map.insert(text.into(), symbol);
        symbol
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
