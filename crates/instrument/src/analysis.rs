//! Which states of the automaton may be active where: forward through the program, and back from where nothing can consume
//! the next event (Stouls and Prevosto, "Aoraï Plugin Tutorial", section 5.3). Conditions of the program are not looked at.
//!
//! Told apart is with which states a function is entered, so that what it leaves is known for each of them. A set of
//! active states from which every way is blocked is taken out, and whoever comes before must exclude it.

use crate::events::{Event, Letters};
use crate::known::{self, Interval, Known};
use cairn_automata::condition::EventKind;
use cairn_automata::monitor::{Guard, Monitor, Transition};
use cairn_base::Span;
use cairn_ir::{BlockId, Callee, ProcId, Procedure, Program, StatementKind, Terminator};
use cairn_passes::Loops;
use cairn_temporal::points::PointKind;
use cairn_verify::temporal::Followed;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A set of states that are active together.
pub type Active = BTreeSet<usize>;
/// What may be active, each with what is known of the registers then.
pub type Sets = BTreeMap<Active, Vec<Known>>;

/// What may be active in one function.
#[derive(Clone, Default, Debug)]
pub struct OfFunction {
    /// Behind the function, for each set that it is entered with.
    pub behind: BTreeMap<Active, Sets>,
    /// What it is entered with, and before the event of its return; of registers only intervals are known.
    pub entered: Sets,
    pub before_return: Sets,
    pub loops: BTreeMap<BlockId, OfLoop>,
}

/// At the head of a loop, for each set that the function is entered with.
#[derive(Clone, Default, Debug)]
pub struct OfLoop {
    pub first: BTreeMap<Active, Sets>,
    pub later: BTreeMap<Active, Sets>,
}

#[derive(Clone, Default, Debug)]
pub struct Analysis {
    pub functions: BTreeMap<ProcId, OfFunction>,
    /// Nothing can be active where runs start: the property is violated, or its conditions are never fulfilled.
    pub is_dead: bool,
    pub fired: BTreeSet<(usize, usize)>,
}

/// Conditions whose truth is tried out together.
const MOST_CONDITIONS: usize = 8;
const MOST_ROUNDS: u32 = 12;
const MOST_WORK: usize = 400_000;
const JOINS: u32 = 3;
/// How often what was widened is computed once more.
const NARROWED: u32 = 2;

/// A function and the set it is entered with.
type Context = (ProcId, Active);
type Node = (Context, BlockId, Active);

struct Walker<'a> {
    followed: &'a Followed,
    letters: &'a Letters,
    points: FxHashMap<(ProcId, BlockId), Vec<(usize, PointKind)>>,
    exits: BTreeMap<Context, Sets>,
    callers: BTreeMap<Context, BTreeSet<Node>>,
    nodes: BTreeMap<Node, (Vec<Known>, u32)>,
    dead: BTreeSet<Node>,
    dead_exits: BTreeSet<(Context, Active)>,
    open: VecDeque<Node>,
    /// Calls with what was known of the registers, for the intervals that functions are entered with.
    calls: Vec<(Context, Context, Vec<Known>)>,
    work: usize,
    fired: BTreeSet<(usize, usize)>,
    /// Ends of runs are not looked at.
    ends_freely: bool,
    /// The program made a step that is too involved.
    is_lost: bool,
}

/// The analysis, or nothing where it would be too large.
pub fn analyse(followed: &Followed, letters: &Letters) -> Option<Analysis> {
    let mut walker = Walker::new(followed, letters);
    walker.explore()?;
    walker.find_dead()?;
    let is_start = |node: &Node| {
        followed.starts.contains(&node.0.0) && node.1 == Procedure::ENTRY && node.2 == initial(&followed.monitor)
    };
    let is_dead = walker.dead.iter().any(is_start);
    if is_dead {
        (walker.dead, walker.dead_exits) = Default::default();
    } else {
        walker.restart();
        walker.explore()?;
    }
    for _ in 0..NARROWED {
        walker.narrow();
    }
    Some(walker.told(is_dead))
}

pub fn initial(monitor: &Monitor) -> Active {
    monitor.initial.iter().copied().collect()
}

/// Ways through a block, with the exits of callees that they use.
type Ways = Vec<(Step, Vec<(Context, Active)>)>;

/// A step: the states behind it, and what is then known.
struct Step {
    active: Active,
    known: Vec<Known>,
}

impl<'a> Walker<'a> {
    fn new(followed: &'a Followed, letters: &'a Letters) -> Self {
        let mut points: FxHashMap<(ProcId, BlockId), Vec<(usize, PointKind)>> = FxHashMap::default();
        for point in &followed.points {
            points.entry((point.procedure, point.block)).or_default().push((point.before, point.kind.clone()));
        }
        Self {
            followed,
            letters,
            points,
            exits: BTreeMap::new(),
            callers: BTreeMap::new(),
            nodes: BTreeMap::new(),
            dead: BTreeSet::new(),
            dead_exits: BTreeSet::new(),
            open: VecDeque::new(),
            calls: Vec::new(),
            work: 0,
            fired: BTreeSet::new(),
            ends_freely: false,
            is_lost: false,
        }
    }
    fn restart(&mut self) {
        self.exits.clear();
        self.callers.clear();
        self.nodes.clear();
        self.fired.clear();
    }
    fn program(&self) -> &'a Program {
        &self.followed.program
    }
    fn explore(&mut self) -> Option<()> {
        let begin = initial(&self.followed.monitor);
        let registers = self.followed.monitor.registers.len();
        for start in &self.followed.starts {
            let context = (*start, begin.clone());
            self.arrive((context, Procedure::ENTRY, begin.clone()), vec![Known::unchanged(); registers]);
        }
        while let Some(node) = self.open.pop_front() {
            self.calls.clear();
            self.work += 1;
            if self.work > MOST_WORK || self.is_lost {
                return None;
            }
            let Some((known, _)) = self.nodes.get(&node).cloned() else { continue };
            for (at, step) in self.block(&node, known) {
                match at {
                    At::Block(block) => self.arrive((node.0.clone(), block, step.active), step.known),
                    At::Exit => self.exit(&node.0, step),
                    At::Stop => {}
                }
            }
        }
        Some(())
    }
    fn arrive(&mut self, node: Node, known: Vec<Known>) {
        if self.dead.contains(&node) {
            return;
        }
        match self.nodes.get_mut(&node) {
            None => {
                self.nodes.insert(node.clone(), (known, 0));
            }
            Some((old, joins)) => {
                let joined = joined(old, &known, *joins > JOINS);
                if joined == *old {
                    return;
                }
                (*old, *joins) = (joined, *joins + 1);
            }
        }
        self.open.push_back(node);
    }
    fn exit(&mut self, context: &Context, step: Step) {
        if self.dead_exits.contains(&(context.clone(), step.active.clone())) {
            return;
        }
        let own = self.exits.entry(context.clone()).or_default();
        let next = match own.get(&step.active) {
            None => step.known,
            Some(old) => {
                let joined = joined(old, &step.known, true);
                if joined == *old {
                    return;
                }
                joined
            }
        };
        own.insert(step.active, next);
        self.open.extend(self.callers.get(context).into_iter().flatten().cloned());
    }
    /// What a block leads to.
    fn block(&mut self, node: &Node, known: Vec<Known>) -> Vec<(At, Step)> {
        let (context, block, active) = node;
        let program = self.program();
        let body = &program.procedures[context.0].blocks[*block];
        let points = self.points.get(&(context.0, *block)).cloned().unwrap_or_default();
        let mut now = vec![Step { active: active.clone(), known }];
        for index in 0..=body.statements.len() {
            for (_, kind) in points.iter().filter(|(before, _)| *before == index) {
                let PointKind::Event(kind, function) = kind else { continue };
                let all = std::mem::take(&mut now);
                for step in all {
                    let more = self.step((*kind, *function), step);
                    merge(&mut now, more);
                }
            }
            let Some(statement) = body.statements.get(index) else { break };
            if let StatementKind::Call { callee, .. } = &statement.kind {
                let all = std::mem::take(&mut now);
                for step in all {
                    let more = self.call(callee, node, step);
                    merge(&mut now, more);
                }
            }
        }
        let next: Vec<At> = match &body.terminator {
            Terminator::Return => vec![At::Exit],
            Terminator::Stop => vec![At::Stop],
            other => other.successors().into_iter().map(At::Block).collect::<BTreeSet<_>>().into_iter().collect(),
        };
        let mut found = Vec::new();
        for step in now {
            if matches!(next[..], [At::Exit]) && self.is_refused_end(context.0, &step.active) {
                continue;
            }
            for at in &next {
                found.push((*at, Step { active: step.active.clone(), known: step.known.clone() }));
            }
        }
        found
    }
    /// A run may not end here.
    fn is_refused_end(&self, procedure: ProcId, active: &Active) -> bool {
        let Followed { starts, accepting, monitor, .. } = self.followed;
        *accepting
            && !self.ends_freely
            && starts.contains(&procedure)
            && !active.iter().any(|state| monitor.states[*state].accepting)
    }
    fn call(&mut self, callee: &Callee, node: &Node, step: Step) -> Vec<Step> {
        let callees: Vec<ProcId> = match callee {
            Callee::Direct(callee) => vec![*callee],
            Callee::Indirect { candidates, .. } => candidates.clone(),
        };
        let mut found = Vec::new();
        for callee in callees {
            if !self.program().procedures[callee].has_body() {
                merge(&mut found, vec![Step { active: step.active.clone(), known: step.known.clone() }]);
                continue;
            }
            let context = (callee, step.active.clone());
            self.calls.push((node.0.clone(), context.clone(), step.known.clone()));
            if self.callers.entry(context.clone()).or_default().insert(node.clone()) {
                let unchanged = vec![Known::unchanged(); step.known.len()];
                self.arrive((context.clone(), Procedure::ENTRY, step.active.clone()), unchanged);
            }
            for (active, known) in self.exits.get(&context).into_iter().flatten() {
                let known = step.known.iter().zip(known).map(|(before, callee)| before.behind(callee)).collect();
                merge(&mut found, vec![Step { active: active.clone(), known }]);
            }
        }
        found
    }
    /// What an event leads to.
    fn step(&mut self, event: Event, from: Step) -> Vec<Step> {
        let mut options: Vec<(usize, usize, Guard)> = Vec::new();
        let monitor = &self.followed.monitor;
        for state in &from.active {
            for (number, transition) in monitor.states[*state].transitions.iter().enumerate() {
                let Some(guard) = self.letters.guard(event, transition) else { continue };
                options.push((*state, number, with_registers(&guard, &from.known)));
            }
        }
        let mut conditions: Vec<Guard> = Vec::new();
        options.iter().for_each(|(.., guard)| collect(guard, &mut conditions));
        if conditions.len() > MOST_CONDITIONS {
            self.is_lost = true;
            return Vec::new();
        }
        let mut found = Vec::new();
        for valuation in 0..1_u32 << conditions.len() {
            let holds = |guard: &Guard| holds(guard, &conditions, valuation);
            let fired: Vec<(usize, usize)> =
                options.iter().filter(|(.., guard)| holds(guard)).map(|(state, number, _)| (*state, *number)).collect();
            let transition = |(state, number): &(usize, usize)| &monitor.states[*state].transitions[*number];
            let active: Active = fired.iter().map(|one| transition(one).target).collect();
            if active.is_empty() {
                continue;
            }
            self.fired.extend(fired.iter().copied());
            let mut known = from.known.clone();
            for (place, condition) in conditions.iter().enumerate() {
                if valuation >> place & 1 == 1 {
                    known::refine(condition, &mut known);
                }
            }
            let taken: Vec<&Transition> = fired.iter().map(transition).collect();
            let known = moved(&taken, &known);
            merge(&mut found, vec![Step { active, known }]);
        }
        found
    }
    /// The least set of nodes of which every way is blocked.
    fn find_dead(&mut self) -> Option<()> {
        loop {
            let before = (self.dead.len(), self.dead_exits.len());
            let nodes: Vec<(Node, Vec<Known>)> =
                self.nodes.iter().map(|(node, (known, _))| (node.clone(), known.clone())).collect();
            let mut useful: FxHashSet<(Context, Active)> = FxHashSet::default();
            for (node, known) in nodes {
                if !self.dead.contains(&node) && !self.lives(&node, known, &mut useful) {
                    self.dead.insert(node);
                }
                self.work += 1;
                if self.work > MOST_WORK || self.is_lost {
                    return None;
                }
            }
            let starts = &self.followed.starts;
            let exits = self.exits.iter().flat_map(|(context, sets)| sets.keys().map(move |set| (context, set)));
            for (context, set) in exits {
                let exit = (context.clone(), set.clone());
                if !starts.contains(&context.0) && !useful.contains(&exit) {
                    self.dead_exits.insert(exit);
                }
            }
            if before == (self.dead.len(), self.dead_exits.len()) {
                return Some(());
            }
        }
    }
    /// Whether some way through the block goes on. Notes which exits of callees such ways use.
    fn lives(&mut self, node: &Node, known: Vec<Known>, useful: &mut FxHashSet<(Context, Active)>) -> bool {
        let (context, block, active) = node;
        let program = self.program();
        let body = &program.procedures[context.0].blocks[*block];
        let points = self.points.get(&(context.0, *block)).cloned().unwrap_or_default();
        // Every way as the exits of callees that it uses.
        let mut ways: Ways = vec![(Step { active: active.clone(), known }, Vec::new())];
        for index in 0..=body.statements.len() {
            for (_, kind) in points.iter().filter(|(before, _)| *before == index) {
                let PointKind::Event(kind, function) = kind else { continue };
                for (step, used) in std::mem::take(&mut ways) {
                    let more = self.step((*kind, *function), step);
                    ways.extend(more.into_iter().map(|step| (step, used.clone())));
                }
            }
            let Some(statement) = body.statements.get(index) else { break };
            if let StatementKind::Call { callee, .. } = &statement.kind {
                let (next, lives) = self.ways_through(callee, std::mem::take(&mut ways));
                if lives {
                    return true;
                }
                ways = next;
            }
            unite(&mut ways);
        }
        let mut any = false;
        for (step, used) in ways {
            let goes_on = match &body.terminator {
                Terminator::Return => {
                    !self.is_refused_end(context.0, &step.active)
                        && !self.dead_exits.contains(&(context.clone(), step.active.clone()))
                }
                Terminator::Stop => true,
                other => other.successors().into_iter().any(|next| {
                    let next = (context.clone(), next, step.active.clone());
                    !self.dead.contains(&next)
                }),
            };
            if goes_on {
                any = true;
                useful.extend(used);
            }
        }
        any
    }
    fn ways_through(&mut self, callee: &Callee, ways: Ways) -> (Ways, bool) {
        let callees: Vec<ProcId> = match callee {
            Callee::Direct(callee) => vec![*callee],
            Callee::Indirect { candidates, .. } => candidates.clone(),
        };
        let (mut found, mut lives) = (Vec::new(), false);
        for (step, used) in ways {
            for callee in &callees {
                if !self.program().procedures[*callee].has_body() {
                    found.push((Step { active: step.active.clone(), known: step.known.clone() }, used.clone()));
                    continue;
                }
                let context = (*callee, step.active.clone());
                if self.dead.contains(&(context.clone(), Procedure::ENTRY, step.active.clone())) {
                    continue;
                }
                for active in self.exits.get(&context).into_iter().flat_map(BTreeMap::keys) {
                    let exit = (context.clone(), active.clone());
                    if self.dead_exits.contains(&exit) {
                        continue;
                    }
                    let used = used.iter().cloned().chain([exit]).collect();
                    found.push((Step { active: active.clone(), known: step.known.clone() }, used));
                }
                // A callee that never returns lives for ever.
                lives |= self.exits.get(&context).is_none_or(BTreeMap::is_empty);
            }
        }
        (found, lives)
    }
    /// What every node gets from the others, which is no more than it has.
    fn narrow(&mut self) {
        let nodes: Vec<(Node, Vec<Known>)> =
            self.nodes.iter().map(|(node, (known, _))| (node.clone(), known.clone())).collect();
        let mut next: BTreeMap<Node, Vec<Known>> = BTreeMap::new();
        let mut exits: BTreeMap<(Context, Active), Vec<Known>> = BTreeMap::new();
        for (node, known) in nodes {
            for (at, step) in self.block(&node, known) {
                match at {
                    At::Block(block) => add(&mut next, (node.0.clone(), block, step.active), step.known),
                    At::Exit => add(&mut exits, (node.0.clone(), step.active), step.known),
                    At::Stop => {}
                }
            }
        }
        self.open.clear();
        for (node, (known, _)) in &mut self.nodes {
            if node.1 != Procedure::ENTRY
                && let Some(less) = next.remove(node)
            {
                *known = less;
            }
        }
        for (context, sets) in &mut self.exits {
            for (active, known) in sets {
                if let Some(less) = exits.remove(&(context.clone(), active.clone())) {
                    *known = less;
                }
            }
        }
    }
    /// The intervals of the registers with which functions are entered.
    fn entered(&mut self) -> BTreeMap<Context, Vec<Option<Interval>>> {
        let registers = self.followed.monitor.registers.len();
        let begin = initial(&self.followed.monitor);
        let mut found: BTreeMap<Context, Vec<Option<Interval>>> = BTreeMap::new();
        for start in &self.followed.starts {
            found.insert((*start, begin.clone()), vec![Some(Interval { low: Some(0), high: Some(0) }); registers]);
        }
        for round in 0..MOST_ROUNDS {
            let before = found.clone();
            for (caller, callee, known) in self.calls.clone() {
                let Some(of_caller) = found.get(&caller).cloned() else { continue };
                let now: Vec<Option<Interval>> =
                    known.iter().zip(&of_caller).map(|(known, entered)| known.resolved(*entered)).collect();
                let joined = match found.get(&callee) {
                    None => now,
                    Some(old) => old.iter().zip(now).map(|(a, b)| Some(a.as_ref()?.hull(b?))).collect(),
                };
                found.insert(callee, joined);
            }
            if before == found {
                return found;
            }
            if round + 1 == MOST_ROUNDS {
                found.values_mut().for_each(|all| all.fill(None));
            }
        }
        found
    }
    fn told(mut self, is_dead: bool) -> Analysis {
        let mut told = Analysis { is_dead, ..Analysis::default() };
        self.calls.clear();
        let all: Vec<(Node, Vec<Known>)> =
            self.nodes.iter().map(|(node, (known, _))| (node.clone(), known.clone())).collect();
        for (node, known) in all {
            self.block(&node, known);
        }
        let entered = self.entered();
        for (context, registers) in &entered {
            if self.dead.contains(&(context.clone(), Procedure::ENTRY, context.1.clone())) {
                continue;
            }
            let known: Vec<Known> = registers.iter().map(|interval| Known::within(*interval)).collect();
            let own = told.functions.entry(context.0).or_default();
            own.entered.insert(context.1.clone(), known);
        }
        let contexts: BTreeSet<Context> = self.nodes.keys().map(|node| node.0.clone()).collect();
        for context in contexts {
            told.functions.entry(context.0).or_default().behind.entry(context.1).or_default();
        }
        for (context, sets) in &self.exits {
            let own = told.functions.entry(context.0).or_default();
            own.behind.insert(context.1.clone(), sets.clone());
        }
        let loops: BTreeMap<ProcId, Loops> =
            told.functions.keys().map(|id| (*id, Loops::new(&self.program().procedures[*id]))).collect();
        let nodes: Vec<(Node, Vec<Known>)> =
            self.nodes.iter().map(|(node, (known, _))| (node.clone(), known.clone())).collect();
        for (node, known) in nodes {
            let (context, block, _) = &node;
            self.note_returns(&node, known.clone(), &entered, &mut told);
            let Some(of_procedure) = loops.get(&context.0) else { continue };
            for (at, step) in self.block(&node, known) {
                let At::Block(head) = at else { continue };
                let is_dead = self.dead.contains(&(context.clone(), head, step.active.clone()));
                if is_dead || of_procedure.headed_by(head).is_none() {
                    continue;
                }
                let own = told.functions.entry(context.0).or_default().loops.entry(head).or_default();
                let is_back = of_procedure.is_back_edge(*block, head);
                let list = if is_back { &mut own.later } else { &mut own.first };
                let sets = list.entry(context.1.clone()).or_default();
                let next = sets.get(&step.active).map_or(step.known.clone(), |old| joined(old, &step.known, false));
                sets.insert(step.active, next);
            }
        }
        told.fired = self.fired;
        told
    }
    /// What may be active before the event that a function returns.
    fn note_returns(
        &mut self,
        node: &Node,
        known: Vec<Known>,
        entered: &BTreeMap<Context, Vec<Option<Interval>>>,
        told: &mut Analysis,
    ) {
        let (context, block, _) = node;
        let body = &self.program().procedures[context.0].blocks[*block];
        if body.terminator != Terminator::Return {
            return;
        }
        let key = (context.0, *block);
        let Some(all) = self.points.get(&key).cloned() else { return };
        let is_return = |kind: &PointKind| matches!(kind, PointKind::Event(EventKind::Return, _));
        let others: Vec<_> = all.iter().filter(|(_, kind)| !is_return(kind)).cloned().collect();
        if others.len() == all.len() {
            return;
        }
        self.points.insert(key, others);
        self.ends_freely = true;
        let before: Vec<Step> = self.block(node, known).into_iter().map(|(_, step)| step).collect();
        self.ends_freely = false;
        self.points.insert(key, all);
        let own = &mut told.functions.entry(context.0).or_default().before_return;
        let nothing = vec![None; self.followed.monitor.registers.len()];
        let entered = entered.get(context).unwrap_or(&nothing);
        for step in before {
            let known = step.known.iter().zip(entered).map(|(known, entered)| Known::within(known.resolved(*entered)));
            add(own, step.active, known.collect());
        }
    }
}

fn add<K: Ord>(all: &mut BTreeMap<K, Vec<Known>>, key: K, known: Vec<Known>) {
    let next = match all.get(&key) {
        None => known,
        Some(old) => joined(old, &known, false),
    };
    all.insert(key, next);
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum At {
    Block(BlockId),
    Exit,
    Stop,
}

fn joined(old: &[Known], new: &[Known], widen: bool) -> Vec<Known> {
    let one = |(old, new): (&Known, &Known)| {
        let joined = old.join(new);
        if widen { old.widened(&joined) } else { joined }
    };
    old.iter().zip(new).map(one).collect()
}

fn merge(all: &mut Vec<Step>, more: Vec<Step>) {
    for step in more {
        match all.iter_mut().find(|own| own.active == step.active) {
            Some(own) => own.known = joined(&own.known, &step.known, false),
            None => all.push(step),
        }
    }
}

/// Ways with the same states and the same past are one.
fn unite(ways: &mut Ways) {
    let mut seen: FxHashSet<(Active, Vec<(Context, Active)>)> = FxHashSet::default();
    ways.retain(|(step, used)| seen.insert((step.active.clone(), used.clone())));
}

/// The registers behind transitions that are taken together.
fn moved(taken: &[&Transition], known: &[Known]) -> Vec<Known> {
    let of = |transition: &Transition, register: usize| {
        let own = transition.actions.iter().find(|(own, _)| *own == register);
        own.map_or_else(|| known[register].clone(), |(_, value)| known::assigned(value, known))
    };
    let one = |register: usize| {
        let mut all = taken.iter().map(|transition| of(transition, register));
        let first = all.next().unwrap_or_default();
        all.fold(first, |sum, one| sum.join(&one))
    };
    (0..known.len()).map(one).collect()
}

/// The guard where relations of registers are decided.
fn with_registers(guard: &Guard, known: &[Known]) -> Guard {
    match guard {
        Guard::Relation(op, a, b) => match known::decided(*op, a, b, known) {
            Some(value) => Guard::Constant(value),
            None => guard.clone(),
        },
        Guard::Not(inner) => with_registers(inner, known).negated(),
        Guard::And(all) => Guard::and(all.iter().map(|one| with_registers(one, known)).collect()),
        Guard::Or(all) => Guard::or(all.iter().map(|one| with_registers(one, known)).collect()),
        other => other.clone(),
    }
}

/// The conditions of a guard that are not decided, each once.
pub fn collect(guard: &Guard, found: &mut Vec<Guard>) {
    match guard {
        Guard::Constant(_) => {}
        Guard::Not(inner) => collect(inner, found),
        Guard::And(all) | Guard::Or(all) => all.iter().for_each(|one| collect(one, found)),
        one if found.contains(one) => {}
        one => found.push(one.clone()),
    }
}

fn holds(guard: &Guard, conditions: &[Guard], valuation: u32) -> bool {
    match guard {
        Guard::Constant(value) => *value,
        Guard::Not(inner) => !holds(inner, conditions, valuation),
        Guard::And(all) => all.iter().all(|one| holds(one, conditions, valuation)),
        Guard::Or(all) => all.iter().any(|one| holds(one, conditions, valuation)),
        one => conditions.iter().position(|own| own == one).is_some_and(|place| valuation >> place & 1 == 1),
    }
}

/// The source loop of a head: where the loop is entered, its statement is named.
pub fn loop_spans(program: &Program, procedure: ProcId) -> BTreeMap<BlockId, Span> {
    let body = &program.procedures[procedure];
    let loops = Loops::new(body);
    let mut found = BTreeMap::new();
    for (block, from) in body.blocks.iter() {
        let Terminator::Goto(head) = from.terminator else { continue };
        let is_entry = loops.headed_by(head).is_some() && !loops.is_back_edge(block, head);
        if let (true, Some(span)) = (is_entry, from.terminator_origin.span) {
            found.insert(head, span);
        }
    }
    found
}
