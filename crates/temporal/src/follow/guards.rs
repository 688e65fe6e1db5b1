//! Guards of YA: conditions with the implicit events of `f().x` and `f().return`, names inside sequences of calls, variables
//! of the automaton.

use crate::leaves::{LeafKind, Leaves};
use crate::term::{Binary, Term, Unary};
use crate::typing::names;
use cairn_automata::condition::{Condition, EventKind, Operand, Relation};
use cairn_automata::monitor::{Guard, Monitor, Register, Value};
use cairn_automata::ya::Variable;
use cairn_base::source::Span;
use cairn_ir::{ProcId, TypeKind, VarId};
use std::collections::BTreeMap;

/// A call that a sequence is inside of.
#[derive(Clone, Debug)]
pub struct Enclosing {
    /// Which call of the file, so that nested calls of one function are told apart.
    pub number: usize,
    pub name: String,
    pub function: Option<ProcId>,
    /// The event is this call itself: its parameters can be seen.
    pub is_now: bool,
    /// The event is the return from it.
    pub returns_now: bool,
}

/// Reads conditions into guards of a monitor.
pub struct Guards<'a, 'p> {
    pub leaves: &'a mut Leaves<'p>,
    pub monitor: Monitor,
    variables: BTreeMap<String, usize>,
    /// Registers that remember a parameter of a call.
    remembered: BTreeMap<(usize, VarId), usize>,
    pub long_bits: u32,
}

enum Read {
    Term(Term),
    Value(Value),
}

impl<'a, 'p> Guards<'a, 'p> {
    pub fn new(leaves: &'a mut Leaves<'p>) -> Self {
        let long_bits = if leaves.program.target.pointer_bytes == 4 { 32 } else { 64 };
        let monitor = Monitor::default();
        Self { leaves, monitor, variables: BTreeMap::new(), remembered: BTreeMap::new(), long_bits }
    }
    pub fn declare(&mut self, variable: &Variable) {
        let words: Vec<&str> = variable.kind.split_whitespace().collect();
        let signed = !words.contains(&"unsigned") && !words.contains(&"_Bool");
        let plain: Vec<&str> = words.iter().copied().filter(|w| !matches!(*w, "signed" | "unsigned")).collect();
        let width = match plain.as_slice() {
            ["char" | "_Bool"] => 8,
            ["short"] | ["short", "int"] => 16,
            [] | ["int"] => 32,
            ["long"] | ["long", "int"] => self.long_bits,
            ["long", "long"] | ["long", "long", "int"] => 64,
            _ => {
                let message = format!("variables of type `{}` are not supported", variable.kind);
                let help = "the types are char, short, int, long and long long, signed or unsigned, and _Bool";
                self.leaves.error(Some(variable.span), message, Some(help));
                32
            }
        };
        let register = self.register(format!("${}", variable.name), width, signed);
        self.variables.insert(variable.name.clone(), register);
    }
    pub fn variable(&self, name: &str) -> Option<usize> {
        self.variables.get(name).copied()
    }
    pub fn register(&mut self, name: String, width: u32, signed: bool) -> usize {
        self.monitor.registers.push(Register { name, width, signed });
        self.monitor.registers.len() - 1
    }
    /// What the call with this number must remember, with the parameters.
    pub fn remembered_by(&self, number: usize) -> Vec<(VarId, usize)> {
        let own = self.remembered.iter().filter(|((call, _), _)| *call == number);
        own.map(|((_, var), register)| (*var, *register)).collect()
    }
    /// The guard of a condition. Negations are pushed inwards, because the events that `f().x` implies are not negated.
    pub fn guard(&mut self, condition: &Condition, around: &[Enclosing], positive: bool) -> Guard {
        match condition {
            Condition::Constant(value) => Guard::Constant(*value == positive),
            Condition::Event(event) => {
                let leaf = Guard::Leaf(self.leaves.event(event.kind, &event.function, Some(event.span)));
                if positive { leaf } else { leaf.negated() }
            }
            Condition::Behaviour { function, name } => {
                let assumed = self.assumed(function, name);
                let parts = assumed.into_iter().map(|leaf| match positive {
                    true => Guard::Leaf(leaf),
                    false => Guard::Leaf(leaf).negated(),
                });
                if positive { Guard::and(parts.collect()) } else { Guard::or(parts.collect()) }
            }
            Condition::Not(inner) => self.guard(inner, around, !positive),
            Condition::And(all) | Condition::Or(all) => {
                let is_and = matches!(condition, Condition::And(_)) == positive;
                let around =
                    if matches!(condition, Condition::And(_)) { with_call(all, around, self) } else { around.to_vec() };
                let parts = all.iter().map(|one| self.guard(one, &around, positive)).collect();
                if is_and { Guard::and(parts) } else { Guard::or(parts) }
            }
            Condition::Relation { op, left, right, span } => self.relation(*op, left, right, *span, around, positive),
            Condition::NonZero(Operand::Integer(value), _) => Guard::Constant((*value != 0.into()) == positive),
            Condition::NonZero(operand, span) => {
                let zero = Operand::Integer(0.into());
                match self.read(operand, around, *span) {
                    Some(Read::Term(term)) => self.condition(term, operand.text(), *span, &[operand], around, positive),
                    _ => self.relation(Relation::NotEqual, operand, &zero, *span, around, positive),
                }
            }
        }
    }
    fn relation(
        &mut self,
        op: Relation,
        left: &Operand,
        right: &Operand,
        span: Span,
        around: &[Enclosing],
        positive: bool,
    ) -> Guard {
        let (Some(a), Some(b)) = (self.read(left, around, span), self.read(right, around, span)) else {
            return Guard::Constant(false);
        };
        let text = format!("{} {} {}", left.text(), op.symbol(), right.text());
        match (a, b) {
            (Read::Term(a), Read::Term(b)) => {
                self.condition(Term::relation(op, a, b), text, span, &[left, right], around, positive)
            }
            (a, b) => {
                let guard = Guard::Relation(op, self.as_value(a, span), self.as_value(b, span));
                let guard = if positive { guard } else { guard.negated() };
                self.with_events(guard, &[left, right], around, span)
            }
        }
    }
    fn condition(
        &mut self,
        term: Term,
        text: String,
        span: Span,
        operands: &[&Operand],
        around: &[Enclosing],
        positive: bool,
    ) -> Guard {
        let leaf = Guard::Leaf(self.leaves.intern(LeafKind::Condition(term), text, Some(span)));
        let leaf = if positive { leaf } else { leaf.negated() };
        self.with_events(leaf, operands, around, span)
    }
    /// The guard together with the events that its operands imply.
    fn with_events(&mut self, guard: Guard, operands: &[&Operand], around: &[Enclosing], span: Span) -> Guard {
        let mut implied = Vec::new();
        for operand in operands {
            operand.visit(&mut |part| match part {
                Operand::Parameter { function, .. } if !around.iter().any(|e| e.name == *function && !e.is_now) => {
                    implied.push((EventKind::Call, function.clone()));
                }
                Operand::Result { function: Some(function), .. } => {
                    implied.push((EventKind::Return, function.clone()));
                }
                _ => {}
            });
        }
        implied.dedup();
        let mut parts: Vec<Guard> =
            implied.iter().map(|(kind, name)| Guard::Leaf(self.leaves.event(*kind, name, Some(span)))).collect();
        parts.push(guard);
        Guard::and(parts)
    }
    /// What a behaviour of a contract assumes at the call.
    fn assumed(&mut self, function: &str, behaviour: &str) -> Vec<usize> {
        let Some(owner) = self.leaves.function(function, None) else { return Vec::new() };
        let contract = &self.leaves.program.procedures[owner].contract;
        let own: Vec<_> = contract.behaviors.iter().filter(|(name, _)| **name == *behaviour).collect();
        if own.is_empty() {
            let names: Vec<&str> = contract.behaviors.iter().map(|(name, _)| &**name).collect();
            let message =
                format!("the contract of `{function}` has no behaviour `{behaviour}`, or it cannot be said here");
            let help = match names.as_slice() {
                [] => "write what it should assume: `f{{ condition }}(…)`".to_string(),
                names => format!("there are {}", names.join(", ")),
            };
            self.leaves.error(None, message, Some(&help));
        }
        let conditions: Vec<_> = own.into_iter().flat_map(|(_, all)| all.iter().copied()).collect();
        let text = format!("what `{behaviour}` of `{function}` assumes");
        conditions
            .into_iter()
            .map(|condition| self.leaves.intern(LeafKind::Assumes(owner, condition), text.clone(), None))
            .collect()
    }
    pub fn value(&mut self, operand: &Operand, around: &[Enclosing], span: Span) -> Value {
        match self.read(operand, around, span) {
            Some(read) => self.as_value(read, span),
            None => Value::number(0),
        }
    }
    fn as_value(&mut self, read: Read, span: Span) -> Value {
        match read {
            Read::Value(value) => value,
            Read::Term(Term::Integer(value)) => Value::Integer(value),
            Read::Term(term) => {
                let text = term.to_string();
                Value::Leaf(self.leaves.intern(LeafKind::Number(term), text, Some(span)))
            }
        }
    }
    fn read(&mut self, operand: &Operand, around: &[Enclosing], span: Span) -> Option<Read> {
        Some(match operand {
            Operand::Variable(name, span) => match self.variable(name) {
                Some(register) => Read::Value(Value::Register(register)),
                None => {
                    self.leaves.error(Some(*span), format!("the variable `${name}` is not declared"), None);
                    return None;
                }
            },
            Operand::Name(name, _) => self.name(name, around),
            Operand::Parameter { function, name, .. } => {
                let inside = around.iter().rev().find(|e| e.name == *function && !e.is_now).cloned();
                match inside.and_then(|enclosing| self.remember(&enclosing, name)) {
                    Some(register) => Read::Value(Value::Register(register)),
                    None => Read::Term(Term::Parameter { function: function.clone(), name: name.clone() }),
                }
            }
            Operand::Result { function: None, .. } => {
                let own = around.last().filter(|enclosing| enclosing.returns_now).map(|e| e.name.clone());
                Read::Term(Term::Result(own))
            }
            Operand::Minus(a) => match self.read(a, around, span)? {
                Read::Term(term) => Read::Term(Term::Unary(Unary::Minus, Box::new(term))),
                Read::Value(value) => Read::Value(Value::Minus(Box::new(value))),
            },
            Operand::Binary(op, a, b) => match (self.read(a, around, span)?, self.read(b, around, span)?) {
                (Read::Term(a), Read::Term(b)) => Read::Term(Term::binary(Binary::Arithmetic(*op), a, b)),
                (a, b) => {
                    let (a, b) = (self.as_value(a, span), self.as_value(b, span));
                    Read::Value(Value::Binary(*op, Box::new(a), Box::new(b)))
                }
            },
            Operand::Field(base, name) => Read::Term(Term::Field(self.place(base, around, span)?, name.clone())),
            Operand::PointerField(base, name) => Read::Term(Term::Arrow(self.place(base, around, span)?, name.clone())),
            Operand::Index(base, index) => {
                Read::Term(Term::Index(self.place(base, around, span)?, self.place(index, around, span)?))
            }
            Operand::Dereference(base) => Read::Term(Term::Dereference(self.place(base, around, span)?)),
            Operand::AddressOf(base) => Read::Term(Term::AddressOf(self.place(base, around, span)?)),
            Operand::Real(_) => {
                self.leaves.error(Some(span), "floating-point constants are not supported in guards", None);
                return None;
            }
            other => Read::Term(Term::of_operand(other)?),
        })
    }
    /// An operand that must be one of the program alone.
    fn place(&mut self, operand: &Operand, around: &[Enclosing], span: Span) -> Option<Box<Term>> {
        match self.read(operand, around, span)? {
            Read::Term(term) => Some(Box::new(term)),
            Read::Value(_) => {
                let message = format!("`{}`: what the automaton remembers is a number, not an object", operand.text());
                self.leaves.error(Some(span), message, None);
                None
            }
        }
    }
    /// A name alone: a parameter of an enclosing call, the innermost first, else a global.
    fn name(&mut self, name: &str, around: &[Enclosing]) -> Read {
        for enclosing in around.iter().rev() {
            let Some(function) = enclosing.function else { continue };
            if names::parameter(self.leaves.program, function, name).is_none() {
                continue;
            }
            if enclosing.is_now {
                return Read::Term(Term::Parameter { function: enclosing.name.clone(), name: name.into() });
            }
            if let Some(register) = self.remember(enclosing, name) {
                return Read::Value(Value::Register(register));
            }
        }
        Read::Term(Term::Name(name.into()))
    }
    fn remember(&mut self, enclosing: &Enclosing, name: &str) -> Option<usize> {
        let program = self.leaves.program;
        let var = names::parameter(program, enclosing.function?, name)?;
        if let Some(register) = self.remembered.get(&(enclosing.number, var)) {
            return Some(*register);
        }
        let ty = program.variables[var].ty;
        let width = match program.types.kind(ty) {
            TypeKind::Int(width) => *width,
            TypeKind::Bool => 2,
            _ => {
                let message =
                    format!("the parameter `{name}` of `{}` is no integer, so it cannot be remembered", enclosing.name);
                self.leaves.error(None, message, Some("speak of it at the call only"));
                return None;
            }
        };
        let signed = crate::typing::is_signed(program, ty);
        let register = self.register(format!("{}.{name}", enclosing.name), width, signed);
        self.remembered.insert((enclosing.number, var), register);
        Some(register)
    }
}

/// In `CALL(f) && x > 0` the name `x` may be a parameter of `f`.
fn with_call(all: &[Condition], around: &[Enclosing], guards: &mut Guards) -> Vec<Enclosing> {
    let mut around = around.to_vec();
    for one in all {
        let Condition::Event(event) = one else { continue };
        if event.kind == EventKind::Call && !around.iter().any(|e| e.is_now && e.name == event.function) {
            let function = guards.leaves.function(&event.function, Some(event.span));
            let number = usize::MAX;
            around.push(Enclosing { number, name: event.function.clone(), function, is_now: true, returns_now: false });
        }
    }
    around
}
