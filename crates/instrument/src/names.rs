//! Names of what the automaton needs, none of which the program uses.

use cairn_automata::monitor::{Monitor, Register};
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub struct Names {
    pub states: Vec<String>,
    pub registers: Vec<String>,
    pub reject: String,
    taken: BTreeSet<String>,
}

impl Names {
    /// `text` is all of the program.
    pub fn new(monitor: &Monitor, text: &str) -> Self {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let taken: BTreeSet<String> =
            text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty()).map(str::to_string).collect();
        let mut names = Self { states: Vec::new(), registers: Vec::new(), reject: String::new(), taken };
        for state in &monitor.states {
            let wanted = if state.is_named { identifier(&state.name) } else { "aorai_intermediate_state".into() };
            let name = names.fresh(&wanted);
            names.states.push(name);
        }
        for register in &monitor.registers {
            let name = names.fresh(&wanted(register));
            names.registers.push(name);
        }
        names.reject = names.fresh("aorai_reject");
        names
    }
    /// The name itself, or with the first number that makes it new.
    pub fn fresh(&mut self, wanted: &str) -> String {
        let numbered = (0..).map(|number| format!("{wanted}_{number}"));
        let mut all = std::iter::once(wanted.to_string()).chain(numbered);
        let found = all.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(found.clone());
        found
    }
}

/// What Aoraï calls a register.
fn wanted(register: &Register) -> String {
    match register.name.as_str() {
        counter if counter.starts_with("counter_") => "aorai_counter".into(),
        variable if variable.starts_with('$') => format!("aorai_{}", identifier(&variable[1..])),
        parameter => format!("aorai_{}", identifier(parameter.rsplit('.').next().unwrap_or(parameter))),
    }
}

/// Words of C are no names.
fn identifier(name: &str) -> String {
    const RESERVED: [&str; 34] = [
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
        "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
        "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
    ];
    const OF_ACSL: [&str; 12] = [
        "integer",
        "real",
        "boolean",
        "logic",
        "predicate",
        "lemma",
        "axiom",
        "behavior",
        "reads",
        "loop",
        "model",
        "type",
    ];
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    let is_reserved = RESERVED.contains(&&*plain) || OF_ACSL.contains(&&*plain);
    let is_number = plain.starts_with(|c: char| c.is_ascii_digit()) || plain.is_empty();
    if is_reserved || is_number { format!("aorai_{plain}") } else { plain }
}
