//! Messages about the user's input: data only, rendered by `cli`.
//!
//! A diagnostic has a stable code (`cairn explain CODE` tells more), a message, labelled places,
//! notes and at most one piece of advice. Front ends collect them and go on; they never throw them.

use crate::source::Span;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

impl Severity {
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A diagnostic code and what it means to the person who meets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    pub code: &'static str,
    pub title: &'static str,
    pub explanation: &'static str,
}

/// Makes the closed list of codes of a part of the tool: a constant for each, and all of them as `CODES`. Codes are stable; a
/// new message of an old kind keeps the old code.
#[macro_export]
macro_rules! diagnostic_codes {
    ($($name:ident $code:literal $title:literal $explanation:literal;)*) => {
        $(pub const $name: &str = $code;)*
        /// Every code of this list.
        pub const CODES: &[$crate::diagnostic::Code] =
            &[$($crate::diagnostic::Code { code: $code, title: $title, explanation: $explanation }),*];
    };
}

/// A place with a few words beside it (possibly none).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Stable code: a letter for the part that speaks (`P` program text, `A` Ada, `C` C, `L` LLVM,
    /// `U` usage) and four digits.
    pub code: &'static str,
    pub severity: Severity,
    pub message: String,
    /// The place itself; `None` only for messages about no place (a missing file).
    pub primary: Option<Label>,
    pub secondary: Vec<Label>,
    pub notes: Vec<String>,
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, message)
    }
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }
    pub fn and_at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
