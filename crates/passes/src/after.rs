//! Which properties come *after* a place: those whose check an execution could still reach from there.
//!
//! A failed check ends the execution, so what comes after it is decided only for executions that pass
//! it. Where the check stands for an unsupported construct, or fails in earnest, that must be said.
//!
//! The answer is a superset: it follows every edge of the flow graph, into every procedure a call may
//! reach and out of a return to every call of the procedure, or to the one that is known to have led there. So a
//! property that is not in it cannot depend on the place.

use cairn_base::ids::Id;
use cairn_ir::{BlockId, CallSite, Callee, CheckKind, ProcId, Program, PropertyId, StatementKind, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// A block from one of its statements on.
pub type Suffix = (ProcId, BlockId, usize);

/// Where the procedures return to that are active at the start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Returns {
    /// Not known.
    ToEveryCall,
    /// What follows their calls is among the starts.
    AreStarts,
}

/// The checks of a program by property, and its calls by procedure called.
pub struct Places {
    checks: BTreeMap<PropertyId, Vec<Suffix>>,
    calls: BTreeMap<ProcId, Vec<Suffix>>,
    /// Procedures that no entry leads to. They are there because something calls them that is not supported, so they
    /// come after what is not supported.
    uncalled: Vec<ProcId>,
}

impl Places {
    pub fn of(program: &Program) -> Self {
        let mut places = Self { checks: BTreeMap::new(), calls: BTreeMap::new(), uncalled: uncalled(program) };
        for (procedure, body) in program.procedures.iter() {
            for (block, content) in body.blocks.iter() {
                for (index, statement) in content.statements.iter().enumerate() {
                    let place = (procedure, block, index);
                    match &statement.kind {
                        StatementKind::Check { property, .. } => {
                            places.checks.entry(*property).or_default().push(place);
                        }
                        StatementKind::Call { callee, .. } => {
                            for callee in callees(callee) {
                                places.calls.entry(*callee).or_default().push(place);
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        places
    }
    /// Whether the property has a check statement at all (unwinding properties have none).
    pub fn has_check(&self, property: PropertyId) -> bool {
        self.checks.contains_key(&property)
    }
    /// The properties with a check that can be reached after a check of `property`, itself included if so.
    /// A property without check statement is taken to be anywhere: then these are all properties.
    pub fn properties_after(&self, program: &Program, property: PropertyId) -> BTreeSet<PropertyId> {
        match self.reach_after(program, property) {
            Some(reached) => self.checks_in(program, &reached),
            None => program.properties.ids().collect(),
        }
    }
    /// What can be reached after a check of `property`: each block from its first statement that can be. Everything, if
    /// the property has no check statement.
    pub fn suffixes_after(&self, program: &Program, property: PropertyId) -> Vec<Suffix> {
        if let Some(reached) = self.reach_after(program, property) {
            return reached.into_iter().map(|((procedure, block), from)| (procedure, block, from)).collect();
        }
        let bodies = program.procedures.iter();
        bodies.flat_map(|(id, body)| body.blocks.ids().map(move |block| (id, block, 0))).collect()
    }
    fn reach_after(&self, program: &Program, property: PropertyId) -> Option<BTreeMap<(ProcId, BlockId), usize>> {
        let starts = self.checks.get(&property)?;
        let mut starts: Vec<Suffix> = starts.iter().map(|&(p, b, i)| (p, b, i + 1)).collect();
        if program.properties[property].kind == CheckKind::Unsupported {
            starts.extend(self.entries_of_uncalled());
        }
        Some(self.reach(program, starts, Returns::ToEveryCall))
    }
    /// The properties with a check that can be reached from one of these places on, and those without check statement.
    /// Each place comes with the calls that led there.
    pub fn properties_from<'c>(
        &self,
        program: &Program,
        places: impl IntoIterator<Item = (Suffix, &'c [CallSite])>,
    ) -> BTreeSet<PropertyId> {
        let mut starts = BTreeSet::new();
        for (place, calls) in places {
            starts.insert(place);
            starts.extend(calls.iter().map(|call| (call.procedure, call.block, call.statement as usize + 1)));
        }
        self.checks_in(program, &self.reach(program, starts.into_iter().collect(), Returns::AreStarts))
    }
    fn checks_in(&self, program: &Program, reached: &BTreeMap<(ProcId, BlockId), usize>) -> BTreeSet<PropertyId> {
        let is_reached = |&(p, b, i): &Suffix| reached.get(&(p, b)).is_some_and(|&from| i >= from);
        // Properties without statement may be anywhere, hence after everything.
        program.properties.ids().filter(|id| self.checks.get(id).is_none_or(|c| c.iter().any(is_reached))).collect()
    }
    fn entries_of_uncalled(&self) -> impl Iterator<Item = Suffix> + '_ {
        self.uncalled.iter().map(|procedure| (*procedure, BlockId::from_index(0), 0))
    }
    /// Everything control can reach, as the first reached statement of each block.
    fn reach(&self, program: &Program, mut work: Vec<Suffix>, returns: Returns) -> BTreeMap<(ProcId, BlockId), usize> {
        let mut reached: BTreeMap<(ProcId, BlockId), usize> = BTreeMap::new();
        while let Some((procedure, block, from)) = work.pop() {
            let known = reached.entry((procedure, block)).or_insert(usize::MAX);
            if *known <= from {
                continue;
            }
            *known = from;
            let content = &program.procedures[procedure].blocks[block];
            for statement in content.statements.iter().skip(from) {
                match &statement.kind {
                    StatementKind::Call { callee, .. } => {
                        let with_body = callees(callee).iter().filter(|p| program.procedures[**p].has_body());
                        work.extend(with_body.map(|p| (*p, BlockId::from_index(0), 0)));
                    }
                    StatementKind::Check { property, .. }
                        if program.properties[*property].kind == CheckKind::Unsupported =>
                    {
                        work.extend(self.entries_of_uncalled());
                    }
                    _ => {}
                }
            }
            work.extend(content.terminator.successors().into_iter().map(|b| (procedure, b, 0)));
            // A call on the way is followed by the rest of its block, which is reached with it: only returns from
            // procedures that were active at the start lead anywhere else.
            if matches!(content.terminator, Terminator::Return) && returns == Returns::ToEveryCall {
                let calls = self.calls.get(&procedure).into_iter().flatten();
                work.extend(calls.map(|&(p, b, i)| (p, b, i + 1)));
            }
        }
        reached
    }
}

/// The procedures with a body that calls from the entries do not lead to.
fn uncalled(program: &Program) -> Vec<ProcId> {
    let mut called: BTreeSet<ProcId> = BTreeSet::new();
    let mut work = program.entries.clone();
    while let Some(procedure) = work.pop() {
        if !called.insert(procedure) {
            continue;
        }
        for (_, block) in program.procedures[procedure].blocks.iter() {
            for statement in &block.statements {
                if let StatementKind::Call { callee, .. } = &statement.kind {
                    work.extend(callees(callee));
                }
            }
        }
    }
    let bodies = program.procedures.iter().filter(|(_, p)| p.has_body()).map(|(id, _)| id);
    bodies.filter(|id| !called.contains(id)).collect()
}

fn callees(callee: &Callee) -> &[ProcId] {
    match callee {
        Callee::Direct(procedure) => std::slice::from_ref(procedure),
        Callee::Indirect { candidates, .. } => candidates,
    }
}
