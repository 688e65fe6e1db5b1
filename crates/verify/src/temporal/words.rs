//! Guards of the automaton in the words of the property.

use super::question::Question;
use super::referee::Happened;
use cairn_automata::monitor::{Guard, Monitor, Observed, Value};
use cairn_temporal::leaves::LeafKind;
use num_bigint::BigInt;

#[derive(Clone, Copy)]
pub struct Words<'a> {
    question: &'a Question,
    monitor: &'a Monitor,
}

impl<'a> Words<'a> {
    pub fn new(question: &'a Question, monitor: &'a Monitor) -> Self {
        Self { question, monitor }
    }
    pub fn guard(&self, guard: &Guard) -> String {
        let joined = |all: &[Guard], word: &str| {
            let one = |one: &Guard| match (guard, one) {
                (Guard::And(_), Guard::Or(_)) => format!("({})", self.guard(one)),
                _ => self.guard(one),
            };
            all.iter().map(one).collect::<Vec<_>>().join(word)
        };
        match guard {
            Guard::Constant(value) => value.to_string(),
            Guard::Leaf(leaf) => self.question.leaves[*leaf].text.clone(),
            Guard::Relation(op, a, b) => format!("{} {} {}", self.value(a), op.symbol(), self.value(b)),
            Guard::Not(inner) => match &**inner {
                Guard::Leaf(leaf) if is_word(&self.question.leaves[*leaf].text) => {
                    format!("!{}", self.question.leaves[*leaf].text)
                }
                inner => format!("!({})", self.guard(inner)),
            },
            Guard::And(all) => joined(all, " && "),
            Guard::Or(all) => joined(all, " || "),
        }
    }
    fn value(&self, value: &Value) -> String {
        match value {
            Value::Integer(number) => number.to_string(),
            Value::Leaf(leaf) => self.question.leaves[*leaf].text.clone(),
            Value::Register(register) => self.monitor.registers[*register].name.clone(),
            Value::Minus(a) => format!("-{}", self.value(a)),
            Value::Binary(op, a, b) => format!("({} {} {})", self.value(a), op.symbol(), self.value(b)),
        }
    }
    /// The conditions and registers of a guard with their values. Which event it is stands elsewhere.
    pub fn values(&self, guard: &Guard, step: &Happened, registers: &[BigInt]) -> String {
        let (mut leaves, mut kept) = (Vec::new(), Vec::new());
        guard.visit(&mut |leaf| leaves.push(leaf), &mut |register| kept.push(register));
        let is_event = |leaf: usize| matches!(self.question.leaves[leaf].kind, LeafKind::Event(..));
        leaves.retain(|leaf| !is_event(*leaf));
        let equation = |(text, value): (String, BigInt)| format!("{text} = {value}");
        let of_leaf = |leaf: usize| {
            let text = &self.question.leaves[leaf].text;
            let operands = self.question.told[step.told].operands(leaf, &step.arguments);
            match &step.letter[leaf] {
                Some(Observed::Truth(_)) if !operands.is_empty() => operands.into_iter().map(equation).collect(),
                Some(Observed::Truth(value)) => vec![format!("{text} is {value}")],
                Some(Observed::Number(number)) => vec![format!("{text} = {number}")],
                None => vec![format!("{text} means nothing here")],
            }
        };
        let of_register =
            |register: usize| format!("{} = {}", self.monitor.registers[register].name, registers[register]);
        let mut all: Vec<String> =
            leaves.into_iter().flat_map(of_leaf).chain(kept.into_iter().map(of_register)).collect();
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|one| seen.insert(one.clone()));
        all.join(", ")
    }
}

/// An event or a name: nothing that a `!` in front would cut.
fn is_word(text: &str) -> bool {
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_.:$".contains(c));
    match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((word, inside)) => is_name(word) && is_name(inside),
        None => is_name(text),
    }
}
