//! Clauses of CBMC's contracts to specifications.
//!
//! A condition is typed as the C expression it is; inside, `__CPROVER_old`, `__CPROVER_loop_entry` and
//! `__CPROVER_return_value` have a meaning. Places are objects of C, or calls that name parts of objects.

use super::{Clause, ClauseKind, Targets};
use crate::acsl::parser::Fault;
use crate::acsl::syntax::{Ending, Force};
use crate::acsl::tree::{
    AssignedPlace, Dropped, Formula, Location, LocationKind, LogicType, LoopSpecification, Specification, Term,
    TermKind,
};
use crate::sema::Analyzer;
use crate::sema::expressions::Operand;
use crate::sema::tree::{Expr, ExprKind, Lvalue, LvalueKind};
use crate::syntax::ast::{Expression, ExpressionKind};
use crate::types::Integer;
use cairn_base::Span;
use num_bigint::BigInt;

/// Where a clause stands: which of CBMC's words have a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Inside {
    #[default]
    Code,
    Requires,
    Ensures,
    Loop,
}

impl Analyzer<'_> {
    pub(crate) fn function_clauses(&mut self, clauses: &[Clause], into: &mut Specification) {
        for clause in clauses {
            match &clause.kind {
                ClauseKind::Requires(e) => {
                    let formulas = self.conditions(e, Inside::Requires, "__CPROVER_requires");
                    into.requires.extend(formulas);
                }
                ClauseKind::Ensures(e) => {
                    let formulas = self.conditions(e, Inside::Ensures, "__CPROVER_ensures");
                    into.ensures.extend(formulas.into_iter().map(|formula| (Ending::Normal, formula)));
                }
                ClauseKind::Assigns(groups) => {
                    let places = into.assigns.get_or_insert_default();
                    self.assigned_targets(groups, places, &mut into.dropped);
                }
                ClauseKind::Frees(groups) => self.freed_targets(groups, into),
                ClauseKind::Decreases(measures) => {
                    for measure in measures {
                        let formula = self.number_formula(measure, "__CPROVER_decreases");
                        into.decreases.push(formula);
                    }
                }
                ClauseKind::LoopInvariant(_) => {
                    let fault = wrong(clause.span, "`__CPROVER_loop_invariant` belongs behind the head of a loop");
                    self.drop_clause(&fault, clause.span, &mut into.dropped);
                }
                ClauseKind::Refused(what) => {
                    let fault = refused(clause.span, what);
                    self.drop_clause(&fault, clause.span, &mut into.dropped);
                }
            }
        }
    }
    pub(crate) fn loop_clauses(&mut self, clauses: &[Clause], into: &mut LoopSpecification) {
        for clause in clauses {
            match &clause.kind {
                ClauseKind::LoopInvariant(e) => {
                    let formulas = self.conditions(e, Inside::Loop, "__CPROVER_loop_invariant");
                    into.invariants.extend(formulas);
                }
                ClauseKind::Assigns(groups) => {
                    let places = into.assigns.get_or_insert_default();
                    self.assigned_targets(groups, places, &mut into.dropped);
                }
                ClauseKind::Decreases(measures) => {
                    for measure in measures {
                        let formula = self.number_formula(measure, "__CPROVER_decreases");
                        into.variants.push(formula);
                    }
                }
                _ => {
                    let fault = wrong(clause.span, "this clause belongs behind the declarator of a function");
                    self.drop_clause(&fault, clause.span, &mut into.dropped);
                }
            }
        }
    }
    fn drop_clause(&mut self, fault: &Fault, span: Span, dropped: &mut Vec<Dropped>) {
        self.report_fault(fault);
        dropped.push(Dropped { why: fault.message.as_str().into(), span });
    }
    fn inside<T>(&mut self, inside: Inside, work: impl FnOnce(&mut Self) -> T) -> T {
        let outside = std::mem::replace(&mut self.logic.inside, inside);
        let result = work(self);
        self.logic.inside = outside;
        result
    }
    /// The parts of a conjunction, each as a formula.
    fn conditions(&mut self, e: &Expression, inside: Inside, word: &'static str) -> Vec<Formula> {
        let mut parts = Vec::new();
        conjuncts(e, &mut parts);
        let formula = |typer: &mut Self, part: &Expression| {
            let condition = typer.inside(inside, |typer| typer.condition(part));
            let span = part.span;
            let term = Term { kind: TermKind::C(Box::new(condition)), ty: LogicType::Boolean, span };
            Formula { word, behavior: None, when: Vec::new(), force: Force::Both, term, span }
        };
        parts.into_iter().map(|part| formula(self, part)).collect()
    }
    fn number_formula(&mut self, e: &Expression, word: &'static str) -> Formula {
        let value = self.inside(Inside::Loop, |typer| typer.value(e));
        let span = e.span;
        if !self.program.types.is_integer(value.ty) && !self.program.types.is_error(value.ty) {
            self.error(crate::codes::BAD_ANNOTATION, span, "a measure is an integer");
        }
        let term = Term { kind: TermKind::C(Box::new(value)), ty: LogicType::Integer, span };
        Formula { word, behavior: None, when: Vec::new(), force: Force::Both, term, span }
    }

    // ---- what may be assigned and released ----

    fn assigned_targets(&mut self, groups: &[Targets], places: &mut Vec<AssignedPlace>, dropped: &mut Vec<Dropped>) {
        for group in groups {
            let when: Vec<Term> = group.condition.iter().map(|e| self.condition_term(e)).collect();
            for target in &group.targets {
                match self.target(target) {
                    Ok((place, whole_object)) => {
                        places.push(AssignedPlace { when: when.clone(), place, whole_object, span: target.span });
                    }
                    Err(fault) => self.drop_clause(&fault, target.span, dropped),
                }
            }
        }
    }
    fn condition_term(&mut self, e: &Expression) -> Term {
        let condition = self.condition(e);
        Term { kind: TermKind::C(Box::new(condition)), ty: LogicType::Boolean, span: e.span }
    }
    /// A place, and whether it stands for its whole object.
    fn target(&mut self, target: &Expression) -> Result<(Term, bool), Fault> {
        let span = target.span;
        if let ExpressionKind::Call(callee, arguments) = &target.kind
            && let ExpressionKind::Name(name) = callee.kind
        {
            let name = self.text(name);
            let pointer = arguments.first().map(|e| self.value(e));
            let size = arguments.get(1).map(|e| self.value(e));
            match (&*name, pointer, size) {
                ("__CPROVER_object_whole" | "__CPROVER_object_from", Some(pointer), None) => {
                    return Ok((pointer_term(pointer), true));
                }
                ("__CPROVER_object_upto", Some(pointer), Some(size)) => {
                    return Ok((self.bytes_from(pointer, size, span), false));
                }
                ("__CPROVER_typed_target", ..) => {
                    return match arguments.first() {
                        Some(inner) => self.target(inner),
                        None => Err(wrong(span, "`__CPROVER_typed_target` wants a place")),
                    };
                }
                _ => return Err(refused(span, format!("`{name}` as a place"))),
            }
        }
        match self.operand(target) {
            Operand::Object(lvalue) => Ok((self.lvalue_term(lvalue), false)),
            Operand::Value(Expr { kind: ExprKind::Load(lvalue), .. }) => Ok((self.lvalue_term(*lvalue), false)),
            _ => Err(wrong(span, "only objects can be assigned")),
        }
    }
    /// So many bytes from a pointer on, as elements of an array of characters.
    fn bytes_from(&mut self, pointer: Expr, size: Expr, span: Span) -> Term {
        let byte = self.program.types.integer(Integer::UnsignedChar);
        let bytes = LogicType::C(self.program.types.pointer_to(byte));
        let pointer = Term { kind: TermKind::C(Box::new(pointer)), ty: bytes.clone(), span };
        let integer = |kind| Term { kind, ty: LogicType::Integer, span };
        let size = integer(TermKind::C(Box::new(size)));
        let one = integer(TermKind::Integer(BigInt::from(1)));
        let last = TermKind::Operation(crate::acsl::tree::Operator::Subtract, Box::new(size), Box::new(one));
        let zero = integer(TermKind::Integer(BigInt::ZERO));
        let range = TermKind::Range(Some(Box::new(zero)), Some(Box::new(integer(last))));
        let set = |ty| LogicType::Set(Box::new(ty));
        let range = Term { kind: range, ty: set(LogicType::Integer), span };
        let moved = TermKind::PointerAdd(Box::new(pointer), Box::new(range));
        let moved = Term { kind: moved, ty: set(bytes), span };
        let location = Location { kind: LocationKind::Deref(moved), ty: byte, span };
        Term { kind: TermKind::Read(Box::new(location)), ty: set(LogicType::C(byte)), span }
    }
    fn lvalue_term(&mut self, lvalue: Lvalue) -> Term {
        let span = lvalue.span;
        let location = c_location(lvalue);
        let ty = LogicType::C(location.ty);
        Term { kind: TermKind::Read(Box::new(location)), ty, span }
    }
    fn freed_targets(&mut self, groups: &[Targets], into: &mut Specification) {
        let mut found = Vec::new();
        for group in groups {
            for target in &group.targets {
                let value = self.value(target);
                found.push(pointer_term(value));
            }
        }
        into.frees.get_or_insert_default().extend(found);
    }

    // ---- words of CBMC inside of clauses ----

    /// `__CPROVER_old (e)` and `__CPROVER_loop_entry (e)`.
    pub(crate) fn earlier_value(&mut self, name: &str, arguments: &[Expression], span: Span) -> Option<Expr> {
        let of_loop = match name {
            "__CPROVER_old" => false,
            "__CPROVER_loop_entry" => true,
            _ => return None,
        };
        let [argument] = arguments else {
            self.error(crate::codes::BAD_ANNOTATION, span, format!("`{name}` has one argument"));
            return Some(self.error_value(span));
        };
        let value = self.value(argument);
        let ty = value.ty;
        Some(Expr { kind: ExprKind::Earlier { of_loop, value: Box::new(value) }, ty, span })
    }
    /// `__CPROVER_return_value`.
    pub(crate) fn return_value(&mut self, name: &str, span: Span) -> Option<Expr> {
        if name != "__CPROVER_return_value" || self.logic.inside != Inside::Ensures {
            return None;
        }
        let ty = self.logic.c_result?;
        Some(Expr { kind: ExprKind::ReturnValue, ty, span })
    }
}

fn wrong(span: Span, message: impl Into<String>) -> Fault {
    Fault { span, message: message.into(), is_refused: false }
}

fn refused(span: Span, what: impl std::fmt::Display) -> Fault {
    Fault { span, message: format!("{what} is not supported"), is_refused: true }
}

fn pointer_term(pointer: Expr) -> Term {
    let (ty, span) = (LogicType::C(pointer.ty), pointer.span);
    Term { kind: TermKind::C(Box::new(pointer)), ty, span }
}

/// An lvalue of C as a place of specifications.
fn c_location(lvalue: Lvalue) -> Location {
    let (ty, span) = (lvalue.ty.ty, lvalue.span);
    let kind = match lvalue.kind {
        LvalueKind::Variable(id) => LocationKind::Variable(id),
        LvalueKind::Deref(pointer) => LocationKind::Deref(pointer_term(*pointer)),
        LvalueKind::Index(array, index) => {
            let index = Term { ty: LogicType::Integer, span: index.span, kind: TermKind::C(index) };
            LocationKind::Index(Box::new(c_location(*array)), index)
        }
        LvalueKind::Member(record, number) => LocationKind::Member(Box::new(c_location(*record)), number),
        _ => LocationKind::Deref(Term { kind: TermKind::Refused("this place".into()), ty: LogicType::Integer, span }),
    };
    Location { kind, ty, span }
}

/// The parts of a conjunction.
fn conjuncts<'a>(e: &'a Expression, found: &mut Vec<&'a Expression>) {
    match &e.kind {
        ExpressionKind::Binary(crate::syntax::ast::BinaryOperator::LogicalAnd, a, b) => {
            conjuncts(a, found);
            conjuncts(b, found);
        }
        _ => found.push(e),
    }
}
