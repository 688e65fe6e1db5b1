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
    let letters = Letters::new(followed);
    let mut text = String::new();
    let raises =
        |id: ProcId| followed.points.iter().any(|p| matches!(p.kind, points::PointKind::Event(_, own) if own == id));
    let program = &followed.program;
    for (id, procedure) in program.procedures.iter().filter(|(id, p)| points::is_source(program, p) && raises(*id)) {
        let told = Told { followed, letters: &letters };
        writeln!(text, "{}", procedure.name).ok();
        let own = analysis.functions.get(&id);
        let Some(own) = own.filter(|own| !own.behind.is_empty()) else {
            text.push_str("  never called, or a call violates the automaton\n");
            continue;
        };
        let before: BTreeSet<Active> = own.behind.keys().cloned().collect();
        writeln!(text, "  before  {}", told.line(&before, (EventKind::Call, id))).ok();
        for (before, behind) in &own.behind {
            let sets: BTreeSet<Active> = behind.keys().cloned().collect();
            let from = told.sets(&BTreeSet::from([before.clone()]));
            match sets.is_empty() {
                true => writeln!(text, "  behind  from {from}: it does not return").ok(),
                false => writeln!(text, "  behind  from {from}: {}", told.sets(&sets)).ok(),
            };
        }
        writeln!(
            text,
            "  return  {}",
            told.line(&own.before_return.keys().cloned().collect(), (EventKind::Return, id))
        )
        .ok();
    }
    text
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
