//! Well-formedness of programs: run by the reader, and after every pass in tests.
//!
//! Verified, each with a code, and a message that names procedure, block and statement:
//!
//! - **Names** (`P0101`): procedures; globals; parameters, results and locals of a procedure; blocks of a
//!   procedure; properties: each unique in its list. Quantified variables may hide others.
//! - **References** (`P0102`): every type, variable, procedure, block, property and expression that is
//!   referred to exists; expressions refer to expressions before them (so they are acyclic); variables
//!   belong to the procedure that uses them or are global; the lists of a procedure and the kinds and
//!   owners of its variables agree; quantified variables are used under their quantifier only.
//! - **Types** (`P0103`): widths are 1 to 65536; indices are integers; an array has at most 2^width
//!   elements; types refer to types before them; components lie inside their record and do not overlap;
//!   members lie inside their union and can live in memory; styles fit the kind; enumeration literals are
//!   unique and fit.
//! - **Expressions** (`P0104`): every expression is well typed; constants have one NaN, sparse arrays hold
//!   no default entries and no index outside, unions hold plain bytes; an address is taken of addressable
//!   variables only.
//! - **Statements** (`P0105`): places are well typed and not quantified variables; assigned values, conditions, arguments,
//!   results, pointers, sizes and fill values have the types they need; candidates of an indirect call
//!   have the same parameter and result types; `live` and `dead` name addressable locals; allocated
//!   elements can live in memory; switches are on machine integers with constants of that type; `old`
//!   does not occur.
//! - **Contracts** (`P0106`): conditions are Boolean, variants are integers, places are well typed; `old`
//!   occurs in `ensures` only and not in itself; `requires` does not speak of results, contracts not of
//!   locals.
//! - **Entries** (`P0107`): are named once and have a body.
//! - **Variables** (`P0108`): addressable ones can live in memory; only globals have initial values, which
//!   are constant expressions of their type: no variables read, no loads, no `old`, no quantifiers, no
//!   questions about memory (addresses of globals and procedures are constants).
//! - **Properties** (`P0109`): every procedure they name exists, names are not empty.
//!
//! Not verified: that checks precede what may go wrong (nothing goes wrong: operations are total), that
//! blocks are reachable, that an expression is a tree of reasonable size.
//!
//! Out: diagnostics, all errors; none for a well-formed program. Time linear in the program.

mod declarations;
mod expressions;
mod statements;

use crate::expr::{ExprId, ExprKind, Place};
use crate::program::{BlockId, ProcId, Program, VarId, VariableKind};
use cairn_base::{Diagnostic, Span};

/// After this many errors the rest is not looked at.
const MAX_ERRORS: usize = 100;

/// All that is wrong with a program.
pub fn validate(program: &Program) -> Vec<Diagnostic> {
    let mut validator = Validator { program, place: Where::default(), facts: Vec::new(), diagnostics: Vec::new() };
    // Each step relies on the ones before: what refers to nothing must not be followed.
    let steps = [
        Validator::types,
        Validator::expressions,
        Validator::variables,
        Validator::properties,
        Validator::procedures,
        Validator::entries,
    ];
    for step in steps {
        step(&mut validator);
        if validator.diagnostics.iter().any(Diagnostic::is_error) {
            break;
        }
    }
    validator.diagnostics
}

/// What an error is about.
#[derive(Clone, Copy, Default)]
struct Where {
    procedure: Option<ProcId>,
    block: Option<BlockId>,
    /// The statement by number; the terminator is the one behind the last.
    statement: Option<usize>,
    span: Option<Span>,
}

/// What is known of an expression and all below it.
#[derive(Clone, Copy, Default)]
struct Facts {
    /// Contains `old`.
    old: bool,
    /// Is a constant expression.
    constant: bool,
    /// Mentions variables at all.
    variables: bool,
}

struct Validator<'p> {
    program: &'p Program,
    place: Where,
    facts: Vec<Facts>,
    diagnostics: Vec<Diagnostic>,
}

impl Validator<'_> {
    fn report(&mut self, code: &'static str, message: impl Into<String>) {
        self.report_at(code, message, self.place.span);
    }
    fn report_at(&mut self, code: &'static str, message: impl Into<String>, span: Option<Span>) {
        if self.diagnostics.len() >= MAX_ERRORS {
            return;
        }
        let mut diagnostic = Diagnostic::error(code, message);
        if let Some(span) = span.or(self.place.span) {
            diagnostic = diagnostic.at(span, "");
        }
        if let Some(place) = self.place_words() {
            diagnostic = diagnostic.note(place);
        }
        self.diagnostics.push(diagnostic);
    }
    /// `in procedure f, block loop, statement 3`
    fn place_words(&self) -> Option<String> {
        let procedure = self.program.procedures.get(self.place.procedure?)?;
        let mut words = format!("in procedure {}", procedure.name);
        if let Some(block) = self.place.block.and_then(|block| procedure.blocks.get(block)) {
            words.push_str(&format!(", block {}", block.label));
            match self.place.statement {
                Some(n) if n < block.statements.len() => words.push_str(&format!(", statement {}", n + 1)),
                Some(_) => words.push_str(", terminator"),
                None => {}
            }
        }
        Some(words)
    }
    fn require(&mut self, holds: bool, code: &'static str, message: impl FnOnce() -> String) -> bool {
        if !holds {
            self.report(code, message());
        }
        holds
    }
    fn type_name(&self, ty: crate::types::TypeId) -> String {
        crate::typing::type_name(&self.program.types, ty)
    }
    fn facts(&self, expr: ExprId) -> Facts {
        self.facts.get(expr.0 as usize).copied().unwrap_or_default()
    }

    // ---- scopes ----

    /// Reports variables in expressions that are not visible here: of other procedures, not allowed by
    /// `allowed`, or quantified ones outside of their quantifier.
    fn scope(&mut self, roots: &[ExprId], places: &[&Place], allowed: &dyn Fn(VariableKind) -> bool) {
        let mut bound: Vec<VarId> = Vec::new();
        let mut work: Vec<Step> = Vec::new();
        for place in places {
            self.scope_place(place, &bound, allowed, &mut work);
        }
        work.extend(roots.iter().map(|root| Step::Visit(*root)));
        while let Some(step) = work.pop() {
            match step {
                Step::Unbind(count) => bound.truncate(bound.len() - count),
                Step::Visit(id) => {
                    if !self.facts(id).variables {
                        continue;
                    }
                    let program = self.program;
                    match &program.expr(id).kind {
                        ExprKind::Var(variable) => self.visible(*variable, &bound, allowed, program.expr(id).span),
                        ExprKind::AddressOf(place) => self.scope_place(place, &bound, allowed, &mut work),
                        ExprKind::Forall(variables, body) | ExprKind::Exists(variables, body) => {
                            bound.extend(variables);
                            work.push(Step::Unbind(variables.len()));
                            work.push(Step::Visit(*body));
                        }
                        other => other.for_each_child(|child| work.push(Step::Visit(child))),
                    }
                }
            }
        }
    }
    fn scope_place(
        &mut self,
        place: &Place,
        bound: &[VarId],
        allowed: &dyn Fn(VariableKind) -> bool,
        work: &mut Vec<Step>,
    ) {
        if let crate::expr::PlaceBase::Var(variable) = place.base {
            self.visible(variable, bound, allowed, None);
        }
        place.for_each_expr(|expr| work.push(Step::Visit(expr)));
    }
    fn visible(&mut self, id: VarId, bound: &[VarId], allowed: &dyn Fn(VariableKind) -> bool, span: Option<Span>) {
        use crate::text::codes::BAD_ID;
        let variable = &self.program.variables[id];
        let name = &variable.name;
        match variable.kind {
            VariableKind::Bound if bound.contains(&id) => {}
            VariableKind::Bound => self.report_at(BAD_ID, format!("`{name}` is used outside of its quantifier"), span),
            kind if !allowed(kind) => self.report_at(BAD_ID, format!("`{name}` cannot be used here"), span),
            VariableKind::Global => {}
            _ if variable.procedure == self.place.procedure => {}
            _ => self.report_at(BAD_ID, format!("`{name}` belongs to another procedure"), span),
        }
    }
}

enum Step {
    Visit(ExprId),
    /// Leaves quantifiers.
    Unbind(usize),
}

#[cfg(test)]
mod tests;
