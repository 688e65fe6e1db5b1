//! The specification that an automaton gives each function, in the words of its states and transitions (Stouls and Prevosto,
//! "Aoraï Plugin Tutorial", section 2.1.2).

use crate::analysis::{Active, Analysis};
use crate::events::Letters;
use cairn_automata::condition::EventKind;
use cairn_ir::ProcId;
use cairn_temporal::points;
use cairn_verify::temporal::Followed;
use std::collections::BTreeSet;
use std::fmt::Write;

/// For each function: the states before its call and the transitions that its call takes; behind it the same of its return.
pub fn show(followed: &Followed, analysis: &Analysis) -> String {
    let mut text = String::new();
    for (name, lines) in lines(followed, analysis) {
        writeln!(text, "{name}").ok();
        lines.iter().for_each(|line| _ = writeln!(text, "  {line}"));
    }
    text
}

/// The same, line by line.
pub fn lines(followed: &Followed, analysis: &Analysis) -> Vec<(String, Vec<String>)> {
    let letters = Letters::new(followed);
    let mut all = Vec::new();
    let raises =
        |id: ProcId| followed.points.iter().any(|p| matches!(p.kind, points::PointKind::Event(_, own) if own == id));
    let program = &followed.program;
    for (id, procedure) in program.procedures.iter().filter(|(id, p)| points::is_source(program, p) && raises(*id)) {
        let told = Told { followed, letters: &letters };
        let mut lines = Vec::new();
        let name = procedure.name.to_string();
        let own = analysis.functions.get(&id);
        let Some(own) = own.filter(|own| !own.behind.is_empty()) else {
            all.push((name, vec!["never called, or a call violates the automaton".into()]));
            continue;
        };
        let before: BTreeSet<Active> = own.behind.keys().cloned().collect();
        lines.push(format!("before  {}", told.line(&before, (EventKind::Call, id))));
        for (before, behind) in &own.behind {
            let sets: BTreeSet<Active> = behind.keys().cloned().collect();
            let from = told.sets(&BTreeSet::from([before.clone()]));
            lines.push(match sets.is_empty() {
                true => format!("behind  from {from}: it does not return"),
                false => format!("behind  from {from}: {}", told.sets(&sets)),
            });
        }
        let before_return = own.before_return.keys().cloned().collect();
        lines.push(format!("return  {}", told.line(&before_return, (EventKind::Return, id))));
        all.push((name, lines));
    }
    all
}

struct Told<'a> {
    followed: &'a Followed,
    letters: &'a Letters,
}

impl Told<'_> {
    fn sets(&self, sets: &BTreeSet<Active>) -> String {
        let name = |state: &usize| self.followed.monitor.states[*state].name.clone();
        let set = |set: &Active| format!("{{{}}}", set.iter().map(name).collect::<Vec<_>>().join(", "));
        sets.iter().map(set).collect::<Vec<_>>().join(" or ")
    }
    /// The sets, and the transitions that the event may take from them.
    fn line(&self, sets: &BTreeSet<Active>, event: (EventKind, ProcId)) -> String {
        let possible: Active = sets.iter().flatten().copied().collect();
        let states = &self.followed.monitor.states;
        let mut taken = Vec::new();
        for from in possible {
            for transition in &states[from].transitions {
                if self.letters.guard(event, transition).is_some() {
                    taken.push(format!("{} -> {}", states[from].name, states[transition.target].name));
                }
            }
        }
        taken.dedup();
        format!("{}; taken: {}", self.sets(sets), if taken.is_empty() { "none".into() } else { taken.join(", ") })
    }
}
