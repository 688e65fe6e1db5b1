//! The functions that move the automaton: `f_pre_func` where `f` is entered, `f_post_func` before it returns.

use crate::analysis::Active;
use crate::events::Event;
use crate::model::{Model, Own, all, any, or_bracketed};
use crate::words::{Dialect, Words};
use cairn_automata::condition::EventKind;
use cairn_automata::monitor::{Guard, Transition, Value};
use std::collections::BTreeSet;
use std::fmt::Write;

/// One update function.
pub struct Update<'a> {
    pub model: &'a Model<'a>,
    pub own: &'a Own<'a>,
    pub event: Event,
}

type Fires<'a> = (usize, &'a Transition, Guard);

impl Update<'_> {
    pub fn name(&self) -> String {
        let kind = if self.event.0 == EventKind::Call { "pre" } else { "post" };
        format!("{}_{kind}_func", self.own.outline.name)
    }
    /// `opa_pre_func(int r)`
    pub fn head(&self) -> String {
        let parameters: Vec<String> = match self.event.0 {
            EventKind::Call => self.own.outline.parameters.iter().map(|(_, declaration)| declaration.clone()).collect(),
            _ => self
                .own
                .outline
                .result
                .iter()
                .map(|r| format!("{}{}{}", r.before, self.model.result, r.behind))
                .collect(),
        };
        let inside = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
        format!("void {}({inside})", self.name())
    }
    fn words<'w>(&'w self, dialect: Dialect) -> Words<'w> {
        self.model.words(self.event, dialect, &self.model.result)
    }
    /// As ghost code, with its specification.
    pub fn ghost(&self) -> Result<String, String> {
        let mut text = String::from("/*@ ghost\n");
        if !self.model.options.no_annotations {
            text.push_str(&self.specification()?);
        }
        writeln!(text, "  {}\n  {{", self.head()).ok();
        for line in self.body()? {
            writeln!(text, "    {line}").ok();
        }
        if self.model.options.smoke_tests {
            writeln!(text, "    /@ assert aorai_smoke_test: {}; @/", self.model.some_active()).ok();
        }
        text.push_str("  }\n*/\n");
        Ok(text)
    }
    fn specification(&self) -> Result<String, String> {
        let model = self.model;
        let words = self.words(Dialect::Acsl);
        let sets: Option<BTreeSet<Active>> = model.before(self.event);
        let mut clauses = Vec::new();
        let operation = &self.own.outline.name;
        let conditions = match &sets {
            Some(sets) => model.conditions(sets),
            None => vec![model.some_active()],
        };
        clauses.push(format!("requires {};", all(conditions)));
        clauses.extend(model.registers_before(self.event).iter().map(|text| format!("requires {text};")));
        if sets.as_ref().is_none_or(|sets| !sets.is_empty()) {
            for condition in model.can_step(self.event, sets.as_ref(), &words)? {
                clauses.push(format!("requires {condition};"));
            }
            for condition in model.one_value(self.event, sets.as_ref(), &words)? {
                clauses.push(format!("requires {condition};"));
            }
        }
        let status = if self.event.0 == EventKind::Call { "aorai_Called" } else { "aorai_Terminated" };
        clauses.push(format!("ensures aorai_CurOpStatus == {status};"));
        clauses.push(format!("ensures aorai_CurOperation == op_{operation};"));
        if sets.is_none() {
            clauses.push(format!("ensures {};", model.some_active()));
        }
        clauses.push(format!("assigns {};", assigned(model).join(", ")));
        clauses.extend(self.behaviors(&words)?);
        let mut text = String::new();
        for (number, clause) in clauses.iter().enumerate() {
            writeln!(text, "  {}{clause}", if number == 0 { "/@ " } else { "   " }).ok();
        }
        text.push_str("  @/\n");
        Ok(text)
    }
    /// Whether each state can be active, and the registers of each transition.
    fn behaviors(&self, words: &Words) -> Result<Vec<String>, String> {
        let model = self.model;
        let taken = model.transitions(self.event);
        let mut found = Vec::new();
        for state in model.states() {
            let into: Vec<&Fires> = taken.iter().filter(|(_, transition, _)| transition.target == state).collect();
            let fires: Result<Vec<String>, String> =
                into.iter().map(|(from, _, g)| model.fires(*from, g, words)).collect();
            let fires = fires?;
            let name = model.name(state);
            let none = any(fires.iter().cloned());
            if !fires.is_empty() {
                found.push(format!("behavior buch_state_{name}_in:"));
                found.push(format!("  assumes {none};"));
                found.push(format!("  ensures {};", model.is_active(state, true)));
            }
            found.push(format!("behavior buch_state_{name}_out:"));
            if !fires.is_empty() {
                found.push(format!("  assumes !({none});"));
            }
            found.push(format!("  ensures {};", model.is_active(state, false)));
        }
        for register in 0..model.followed.monitor.registers.len() {
            found.extend(self.register(register, &taken, words)?);
        }
        Ok(found)
    }
    fn register(&self, register: usize, taken: &[Fires], words: &Words) -> Result<Vec<String>, String> {
        let model = self.model;
        let name = &model.names.registers[register];
        let mut found = Vec::new();
        let mut some = Vec::new();
        for (from, transition, guard) in taken {
            let Some(value) = assigned_value(transition, register) else { continue };
            let fires = model.fires(*from, guard, words)?;
            let before = Words { old_registers: true, ..*words };
            let value = before.value(value, &mut Vec::new())?;
            found.push(format!("behavior {name}_set_{}:", some.len()));
            found.push(format!("  assumes {fires};"));
            found.push(format!("  ensures {name} == {value};"));
            some.push(fires);
        }
        found.push(format!("behavior {name}_unchanged:"));
        if !some.is_empty() {
            found.push(format!("  assumes !({});", any(some.into_iter())));
        }
        found.push(format!("  ensures {name} == \\old({name});"));
        Ok(found)
    }
    /// The statements, which are C in every dialect.
    pub fn body(&self) -> Result<Vec<String>, String> {
        let model = self.model;
        let status = if self.event.0 == EventKind::Call { "aorai_Called" } else { "aorai_Terminated" };
        let mut lines = Vec::new();
        let taken = model.transitions(self.event);
        let words = self.words(Dialect::C(model.wide));
        let flags = if model.is_deterministic() { Vec::new() } else { model.states().collect::<Vec<_>>() };
        lines.extend(flags.iter().map(|state| format!("int {}_tmp;", model.name(*state))));
        let touched: Vec<usize> = (0..model.followed.monitor.registers.len())
            .filter(|register| taken.iter().any(|(_, t, _)| assigned_value(t, *register).is_some()))
            .collect();
        for register in &touched {
            let name = &model.names.registers[*register];
            lines.push(format!("{} {name}_tmp = {name};", model.register_type(*register)));
        }
        lines.push(format!("aorai_CurOpStatus = {status};"));
        lines.push(format!("aorai_CurOperation = op_{};", self.own.outline.name));
        match model.is_deterministic() {
            true => lines.extend(self.chosen(&taken, &words)?),
            false => lines.extend(self.flags(&taken, &flags, &words)?),
        }
        for register in touched {
            let name = &model.names.registers[register];
            lines.push(format!("{name} = {name}_tmp;"));
        }
        lines.extend(flags.iter().map(|state| format!("{0} = {0}_tmp;", model.name(*state))));
        Ok(lines)
    }
    fn flags(&self, taken: &[Fires], flags: &[usize], words: &Words) -> Result<Vec<String>, String> {
        let model = self.model;
        let mut lines = Vec::new();
        for state in flags {
            let name = model.name(*state);
            let into = taken.iter().filter(|(_, transition, _)| transition.target == *state);
            let fires: Result<Vec<String>, String> = into.map(|(from, _, g)| model.fires(*from, g, words)).collect();
            let fires = fires?;
            match fires.is_empty() {
                true => lines.push(format!("{name}_tmp = 0;")),
                false => lines.push(format!("if ({}) {name}_tmp = 1; else {name}_tmp = 0;", any(fires.into_iter()))),
            }
        }
        for (from, transition, guard) in taken.iter().filter(|(_, transition, _)| !transition.actions.is_empty()) {
            let fires = model.fires(*from, guard, words)?;
            lines.push(format!("if ({fires}) {{ {} }}", self.actions(transition, words)?));
        }
        Ok(lines)
    }
    fn chosen(&self, taken: &[Fires], words: &Words) -> Result<Vec<String>, String> {
        let model = self.model;
        let mut lines = Vec::new();
        for number in (1..=model.options.history).rev() {
            let before =
                if number == 1 { "aorai_CurStates".into() } else { format!("aorai_StatesHistory_{}", number - 1) };
            lines.push(format!("aorai_StatesHistory_{number} = {before};"));
        }
        let mut word = "if";
        for (from, transition, guard) in taken {
            let fires = model.fires(*from, guard, words)?;
            let actions = self.actions(transition, words)?;
            let target = model.name(transition.target);
            lines.push(format!("{word} ({fires}) {{ {actions}aorai_CurStates = {target}; }}"));
            word = "else if";
        }
        let rest = format!("aorai_CurStates = {};", model.names.reject);
        lines.push(if taken.is_empty() { rest } else { format!("else {rest}") });
        Ok(lines)
    }
    fn actions(&self, transition: &Transition, words: &Words) -> Result<String, String> {
        let mut text = String::new();
        for (register, value) in &transition.actions {
            let name = &self.model.names.registers[*register];
            let mut defined = Vec::new();
            let value = match value {
                // The type of a register holds what it is made of.
                Value::Binary(op, a, b) => {
                    format!("{} {} {}", words.value(a, &mut defined)?, op.symbol(), words.value(b, &mut defined)?)
                }
                value => words.value(value, &mut defined)?,
            };
            match defined.is_empty() {
                true => write!(text, "{name}_tmp = {value}; ").ok(),
                // What is not defined is zero.
                false => write!(text, "{name}_tmp = {} ? {value} : 0; ", or_bracketed(&defined.join(" && "))).ok(),
            };
        }
        Ok(text)
    }
}

fn assigned_value(transition: &Transition, register: usize) -> Option<&Value> {
    transition.actions.iter().find(|(own, _)| *own == register).map(|(_, value)| value)
}

/// Everything that update functions write.
pub fn assigned(model: &Model) -> Vec<String> {
    let mut all: Vec<String> = model.names.registers.clone();
    all.extend(["aorai_CurOpStatus".to_string(), "aorai_CurOperation".to_string()]);
    match model.is_deterministic() {
        true => {
            all.push("aorai_CurStates".into());
            all.extend((1..=model.options.history).map(|number| format!("aorai_StatesHistory_{number}")));
        }
        false => all.extend(model.states().map(|state| model.name(state).to_string())),
    }
    all
}
