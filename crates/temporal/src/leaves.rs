//! Leaves: what the guards of an automaton observe of a program, each once, with the place in the property that asks for it.

use crate::points::is_source;
use crate::term::Term;
use crate::typing::names;
use cairn_automata::atom::{Atom, AtomKind};
use cairn_automata::codes;
use cairn_automata::condition::EventKind;
use cairn_base::diagnostic::Diagnostic;
use cairn_base::source::Span;
use cairn_ir::{ExprId, ExprKind, ProcId, Program, StatementKind, VariableKind};

#[derive(Clone, PartialEq, Debug)]
pub enum LeafKind {
    /// An event of a function; none: one that the program defines nowhere, whose events never happen.
    Event(EventKind, Option<ProcId>),
    End,
    Place {
        file: String,
        line: u32,
    },
    Condition(Term),
    /// At the call of a function: what a behaviour of its contract assumes.
    Assumes(ProcId, ExprId),
    /// A number, for automata that keep registers.
    Number(Term),
}

#[derive(Clone, Debug)]
pub struct Leaf {
    pub kind: LeafKind,
    pub text: String,
    pub span: Option<Span>,
}

/// The leaves of a property about a program, and what is wrong with it.
pub struct Leaves<'p> {
    pub program: &'p Program,
    pub list: Vec<Leaf>,
    pub errors: Vec<Diagnostic>,
}

impl<'p> Leaves<'p> {
    pub fn new(program: &'p Program) -> Self {
        Self { program, list: Vec::new(), errors: Vec::new() }
    }
    pub fn intern(&mut self, kind: LeafKind, text: String, span: Option<Span>) -> usize {
        if let Some(known) = self.list.iter().position(|leaf| leaf.kind == kind) {
            return known;
        }
        self.list.push(Leaf { kind, text, span });
        self.list.len() - 1
    }
    pub fn error(&mut self, span: Option<Span>, message: impl Into<String>, help: Option<&str>) {
        let mut error = Diagnostic::error(codes::MEANING, message);
        if let Some(span) = span {
            error = error.at(span, "");
        }
        if let Some(help) = help {
            error = error.help(help);
        }
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }
    /// The function that a property names. One that is only declared raises no events; one that nobody knows is a mistake.
    pub fn function(&mut self, name: &str, span: Option<Span>) -> Option<ProcId> {
        match names::function(self.program, name) {
            Ok(Some(found)) if is_source(self.program, &self.program.procedures[found]) => Some(found),
            Ok(Some(_)) => None,
            Ok(None) => {
                let same = |own: &str| {
                    own.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case(name))
                        || own.eq_ignore_ascii_case(name)
                };
                let exists = self.program.subprograms.iter().any(|s| same(&s.name))
                    || self.program.assumed.iter().any(|f| &*f.name == name)
                    || self.program.procedures.values().any(|p| same(&p.name));
                if !exists {
                    let message = format!("the program has no function `{name}`");
                    let own = self.program.procedures.values().filter(|p| p.has_body()).map(|p| &*p.name);
                    let close = cairn_base::similar(name, own).first().map(|close| format!("did you mean `{close}`?"));
                    self.error(span, message, close.as_deref());
                }
                None
            }
            Err(why) => {
                self.error(span, why, Some("write the whole name"));
                None
            }
        }
    }
    pub fn event(&mut self, kind: EventKind, function: &str, span: Option<Span>) -> usize {
        let found = self.function(function, span);
        self.intern(LeafKind::Event(kind, found), format!("{}({function})", kind.word()), span)
    }
    /// The leaf of an atom of a formula or of an automaton; none if it means nothing, which is told.
    pub fn atom(&mut self, atom: &Atom) -> Option<usize> {
        Some(match &atom.kind {
            AtomKind::Call(name) => self.event(EventKind::Call, name, atom.span),
            AtomKind::Return(name) => self.event(EventKind::Return, name, atom.span),
            AtomKind::CallOrReturn(name) => self.event(EventKind::CallOrReturn, name, atom.span),
            AtomKind::End => self.intern(LeafKind::End, atom.text.clone(), atom.span),
            AtomKind::Place { file, line } => {
                let kind = LeafKind::Place { file: file.clone(), line: *line };
                self.intern(kind, atom.text.clone(), atom.span)
            }
            AtomKind::Condition(text) => match crate::term::parse(text) {
                Ok(term) => {
                    let term = term.with_names(&|name| self.told_by_event(name));
                    self.intern(LeafKind::Condition(term), atom.text.clone(), atom.span)
                }
                Err(error) => {
                    let message = format!("`{text}`: {}", error.message);
                    self.error(atom.span, message, None);
                    return None;
                }
            },
        })
    }
    /// The variable that an `event` statement of this name tells, in program text.
    fn told_by_event(&self, wanted: &str) -> Option<Term> {
        for (_, procedure) in self.program.procedures.iter() {
            for statement in procedure.blocks.values().flat_map(|block| &block.statements) {
                let StatementKind::Event { name, arguments } = &statement.kind else { continue };
                if let (true, [value]) = (&**name == wanted, arguments.as_slice())
                    && let ExprKind::Var(var) = self.program.expr(*value).kind
                    && self.program.variables[var].kind != VariableKind::Global
                {
                    let name = self.program.variables[var].shown_name().to_string();
                    return Some(Term::Local { function: procedure.name.to_string(), name });
                }
            }
        }
        None
    }
    /// Whether every leaf is about an event or tied to one: then the events alone are the steps.
    pub fn are_all_events(&self) -> bool {
        !self.list.is_empty()
            && self.list.iter().all(|leaf| match &leaf.kind {
                LeafKind::Event(..) | LeafKind::End => true,
                LeafKind::Place { .. } => false,
                LeafKind::Assumes(..) => true,
                LeafKind::Condition(term) | LeafKind::Number(term) => {
                    let (mut tied, mut free) = (false, false);
                    term.visit(&mut |part| match part {
                        Term::Parameter { .. } | Term::Result(Some(_)) => tied = true,
                        Term::Name(_) | Term::Local { .. } => free = true,
                        _ => {}
                    });
                    tied && !free
                }
            })
    }
}
