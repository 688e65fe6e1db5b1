//! Types and names of specifications, in the scope of the code around.
//!
//! `contracts` types the clauses of contracts, loops and assertions; `definitions` predicates, logic functions and
//! lemmas; `terms` and `operators` terms, `names` what names mean, `builtins` words with a backslash, `types` type names,
//! `places` objects of C.
//!
//! A mistake is reported where it stands, and its annotation is not used. What is right but not supported is
//! [`TermKind::Refused`] in the tree, with a warning at its place: lowering makes of it an unsupported clause.

mod addresses;
mod builtins;
mod contracts;
mod definitions;
mod names;
mod operators;
mod places;
mod terms;
mod types;

use super::parser::{self, Fault, Position};
use super::syntax::Annotation as Parsed;
use super::tree::{Dropped, Label, LogicFunctionId, LogicType, LogicVariable, LogicVariableId, Term, TermKind};
use crate::codes;
use crate::cprover::typing::Inside;
use crate::sema::Analyzer;
use crate::sema::tree::Annotation;
use crate::types::TypeId;
use cairn_base::{Diagnostic, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What typing knows beside the scopes of C.
#[derive(Default)]
pub(crate) struct LogicState {
    /// Variables of quantifiers, `\let` and definitions around, the innermost last.
    bound: Vec<(Arc<str>, LogicVariableId)>,
    /// Predicates and logic functions by name; several may share one.
    functions: FxHashMap<Arc<str>, Vec<LogicFunctionId>>,
    /// Types declared by `type`, and type variables of the definition around.
    types: Vec<Arc<str>>,
    /// Label parameters of the definition around.
    labels: Vec<Arc<str>>,
    /// The type that `\result` has.
    result: Option<TypeId>,
    /// What a behaviour of the function assumes, for `for b:`.
    behaviors: Vec<(Arc<str>, Vec<Term>)>,
    /// In a loop: `LoopEntry` and `LoopCurrent` have a meaning.
    pub(crate) loops: u32,
    /// The axiomatic block around.
    axiomatic: Option<Arc<str>>,
    /// In which clause of CBMC's contracts the current expression stands, and what the function returns.
    pub(crate) inside: Inside,
    pub(crate) c_result: Option<TypeId>,
}

/// What is wrong with a term.
pub(crate) type Typed<T> = Result<T, Fault>;

fn wrong(span: Span, message: impl Into<String>) -> Fault {
    Fault { span, message: message.into(), is_refused: false }
}

fn refused(span: Span, construct: impl std::fmt::Display) -> Fault {
    Fault { span, message: format!("{construct} is not supported"), is_refused: true }
}

impl Analyzer<'_> {
    /// Parses a comment. `None`: it is no annotation, or was reported.
    pub(crate) fn parse_annotation(&mut self, annotation: &Annotation, position: Position) -> Option<Parsed> {
        let first = parser::first_word(&annotation.tokens);
        if first == Some("ltl") {
            // A formula of linear temporal logic, for `cairn temporal --property source`.
            return None;
        }
        if !first.is_some_and(|word| parser::FIRST_WORDS.contains(&word)) {
            let message = "this comment begins like an annotation, but with no word of ACSL; it is read as a comment";
            self.warn(codes::STRAY_ANNOTATION, annotation.span, message);
            return None;
        }
        let result = {
            let is_type = |name: &str| self.is_type_name(name);
            parser::parse(&annotation.tokens, position, &is_type)
        };
        match result {
            Ok(parsed) => Some(parsed),
            Err(fault) => {
                self.report_fault(&fault);
                None
            }
        }
    }
    /// Says what is wrong: an error, or a warning about what is not supported.
    pub(crate) fn report_fault(&mut self, fault: &Fault) {
        let diagnostic = if fault.is_refused {
            Diagnostic::warning(codes::REFUSED_ANNOTATION, fault.message.clone()).at(fault.span, "")
        } else {
            Diagnostic::error(codes::BAD_ANNOTATION, fault.message.clone()).at(fault.span, "")
        };
        self.report(diagnostic);
    }
    /// A clause that cannot be used, after what is wrong with it was said.
    fn dropped(&mut self, fault: &Fault, span: Span) -> Dropped {
        self.report_fault(fault);
        Dropped { why: fault.message.as_str().into(), span }
    }
    /// Annotations that a comment of which nothing could be parsed leaves behind.
    pub(crate) fn dropped_annotation(&self, annotation: &Annotation) -> Dropped {
        Dropped { why: "an annotation that is not supported".into(), span: annotation.span }
    }
    fn new_logic_variable(&mut self, name: &Arc<str>, ty: LogicType) -> LogicVariableId {
        self.program.logic_variables.push(LogicVariable { name: name.clone(), ty })
    }
    /// What holds for the state in which a clause is evaluated by itself.
    fn logic_label(&self, name: &str, span: Span) -> Typed<Label> {
        if let Some(position) = self.logic.labels.iter().position(|label| **label == *name) {
            return Ok(Label::Parameter(position));
        }
        let is_in_loop = self.logic.loops > 0 || self.function.as_ref().is_some_and(|function| function.loops > 0);
        Ok(match name {
            "Here" => Label::Here,
            "Old" => Label::Old,
            "Pre" => Label::Pre,
            "Post" => Label::Post,
            "Init" => Label::Init,
            "LoopEntry" if is_in_loop => Label::LoopEntry,
            "LoopCurrent" if is_in_loop => Label::LoopCurrent,
            "LoopEntry" | "LoopCurrent" => {
                return Err(wrong(span, format!("`{name}` has no meaning outside of loops")));
            }
            _ => match self.label_by_name(name) {
                Some(label) => Label::C(label),
                None => return Err(wrong(span, format!("there is no label `{name}` before this place"))),
            },
        })
    }
}

impl Term {
    pub(crate) fn new(kind: TermKind, ty: LogicType, span: Span) -> Term {
        Term { kind, ty, span }
    }
    fn boxed(self) -> Box<Term> {
        Box::new(self)
    }
}
