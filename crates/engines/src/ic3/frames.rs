//! Frames: for each place and each number of steps, what is known of the states there that so many steps can lead to.
//!
//! A frame is a set of [cubes](Cube) that no such state is in. Cubes are kept at the last level at which they are known to be
//! excluded; the frame of a level is what is excluded there or later. The state at the first place is never looked at: executions begin
//! there, in any state in which the initial condition holds, and never come back.
//!
//! Each place has a SAT solver with the clauses of its steps; the cubes of a level count where its literal is assumed.

use super::circuit::{Circuit, StateBit};
use cairn_base::Budget;
use cairn_solvers::sat::{Cadical, ClauseSink, FailedAssumptions, Literal, SatModel, SatOutcome, SatSolver};

/// A bit of the state with a value.
pub(super) type Fact = (StateBit, bool);
/// States that agree on some bits; sorted by bit. The empty cube is all of them.
pub(super) type Cube = Vec<Fact>;

/// A solver with so many clauses that hold no more is made anew.
const MOST_GARBAGE: usize = 3_000;

pub(super) struct Frames<'c> {
    pub circuit: &'c Circuit,
    budget: &'c Budget,
    /// By place and level.
    pub cubes: Vec<Vec<Vec<Cube>>>,
    solvers: Vec<PlaceSolver>,
    /// How often a solver was asked.
    pub questions: u64,
    pub conflicts: u64,
}

struct PlaceSolver {
    sat: Cadical,
    /// Of each level: its cubes are excluded where this holds.
    levels: Vec<Literal>,
    garbage: usize,
}

/// The budget is used up, or the solver gave up.
pub(super) struct Stopped;
pub(super) type Asked<T> = Result<T, Stopped>;

/// Whether a step can lead into a cube.
pub(super) enum Reaches {
    /// It cannot, and would not if only these facts were asked for.
    No(Cube),
    /// From these states.
    From(Cube),
}

impl<'c> Frames<'c> {
    pub fn new(circuit: &'c Circuit, budget: &'c Budget) -> Self {
        let count = circuit.places.len();
        let mut frames =
            Self { circuit, budget, cubes: vec![Vec::new(); count], solvers: Vec::new(), questions: 0, conflicts: 0 };
        frames.solvers = (0..count).map(|place| frames.fresh_solver(place)).collect();
        frames.open_level();
        frames
    }
    /// The number of the last level.
    pub fn last(&self) -> usize {
        self.cubes[0].len() - 1
    }
    pub fn open_level(&mut self) {
        for (place, solver) in self.solvers.iter_mut().enumerate() {
            self.cubes[place].push(Vec::new());
            solver.levels.push(solver.sat.new_variable());
        }
    }
    fn fresh_solver(&self, place: usize) -> PlaceSolver {
        let circuit = &self.circuit.places[place];
        let mut sat = Cadical::new();
        for _ in 0..circuit.variables {
            sat.new_variable();
        }
        circuit.clauses.iter().for_each(|clause| sat.add_clause(clause));
        if let Some(initial) = circuit.initial {
            sat.add_clause(&[initial]);
        }
        let mut solver = PlaceSolver { sat, levels: Vec::new(), garbage: 0 };
        for level in &self.cubes[place] {
            let active = solver.sat.new_variable();
            solver.levels.push(active);
            for cube in level {
                let clause = self.denied(place, cube, active);
                solver.sat.add_clause(&clause);
            }
        }
        solver
    }
    /// That a state is not in a cube, where a literal holds.
    fn denied(&self, place: usize, cube: &Cube, active: Literal) -> Vec<Literal> {
        let own = cube.iter().map(|fact| !self.at(place, *fact));
        own.chain([!active]).collect()
    }
    fn at(&self, place: usize, (bit, value): Fact) -> Literal {
        self.circuit.places[place].state[&bit].negated_if(!value)
    }
    /// Excludes a cube at a level and all before.
    pub fn exclude(&mut self, place: usize, level: usize, cube: Cube) {
        for level in self.cubes[place].iter_mut().take(level + 1) {
            level.retain(|other| !is_subset(&cube, other));
        }
        let clause = self.denied(place, &cube, self.solvers[place].levels[level]);
        self.solvers[place].sat.add_clause(&clause);
        self.cubes[place][level].push(cube);
    }
    /// Whether a cube is known to be excluded at a level.
    pub fn is_excluded(&self, place: usize, level: usize, cube: &Cube) -> bool {
        self.cubes[place][level..].iter().flatten().any(|known| is_subset(known, cube))
    }

    /// Whether a step leads from the states of a level into a cube, or at all if it leads to no place. With `outside`, only
    /// from states that are not in that cube.
    pub fn reaches(
        &mut self,
        (from, number): (usize, usize),
        level: usize,
        cube: &Cube,
        outside: Option<&Cube>,
    ) -> Asked<Reaches> {
        if from != 0 && level == 0 {
            return Ok(Reaches::No(Vec::new()));
        }
        let circuit = self.circuit;
        let step = &circuit.places[from].steps[number];
        let mut assumed: Vec<Literal> = self.solvers[from].levels[level..].to_vec();
        let mut temporary = None;
        if let Some(outside) = outside {
            let active = self.temporary(from);
            let clause = self.denied(from, outside, active);
            self.solvers[from].sat.add_clause(&clause);
            assumed.push(active);
            temporary = Some(active);
        }
        assumed.push(step.guard);
        let wanted = |(bit, value): Fact| step.next[&bit].negated_if(!value);
        assumed.extend(cube.iter().map(|fact| wanted(*fact)));
        let answer = self.solve(from, &assumed)?;
        let found = match answer {
            true => Reaches::From(self.predecessor(from, number, cube)?),
            false => {
                let sat = &self.solvers[from].sat;
                Reaches::No(cube.iter().copied().filter(|fact| sat.failed(wanted(*fact))).collect())
            }
        };
        if let Some(active) = temporary {
            self.solvers[from].sat.add_clause(&[!active]);
        }
        self.tidy(from);
        Ok(found)
    }
    fn temporary(&mut self, place: usize) -> Literal {
        self.solvers[place].garbage += 1;
        self.solvers[place].sat.new_variable()
    }
    fn tidy(&mut self, place: usize) {
        if self.solvers[place].garbage > MOST_GARBAGE {
            self.conflicts += self.solvers[place].sat.statistics().conflicts;
            self.solvers[place] = self.fresh_solver(place);
        }
    }
    fn solve(&mut self, place: usize, assumed: &[Literal]) -> Asked<bool> {
        self.questions += 1;
        match self.solvers[place].sat.solve(assumed, self.budget, None) {
            SatOutcome::Satisfiable => Ok(true),
            SatOutcome::Unsatisfiable => Ok(false),
            SatOutcome::Unknown(_) => Err(Stopped),
        }
    }

    /// States that the step leads into the cube, among them that of the last model: with the inputs of the model, those facts of
    /// its state without which the step might not be taken or lead elsewhere.
    fn predecessor(&mut self, from: usize, number: usize, cube: &Cube) -> Asked<Cube> {
        let circuit = &self.circuit.places[from];
        let step = &circuit.steps[number];
        let sat = &self.solvers[from].sat;
        let mut facts: Cube = circuit.state.iter().map(|(bit, literal)| (*bit, sat.value(*literal))).collect();
        facts.sort_unstable();
        if from == 0 {
            return Ok(facts);
        }
        let inputs: Vec<Literal> = circuit.inputs.iter().map(|input| input.negated_if(!sat.value(*input))).collect();
        let active = self.temporary(from);
        let elsewhere = cube.iter().map(|(bit, value)| step.next[bit].negated_if(*value));
        let clause: Vec<Literal> = elsewhere.chain([!step.guard, !active]).collect();
        self.solvers[from].sat.add_clause(&clause);
        let state = facts.iter().map(|fact| self.at(from, *fact));
        let assumed: Vec<Literal> = inputs.into_iter().chain(state).chain([active]).collect();
        if !self.solve(from, &assumed)? {
            let sat = &self.solvers[from].sat;
            facts.retain(|(bit, value)| sat.failed(circuit.state[bit].negated_if(!value)));
        }
        self.solvers[from].sat.add_clause(&[!active]);
        Ok(facts)
    }

    /// Whether no state of the level before, outside of the cube, leads into it; then the facts that this needs.
    pub fn is_inductive(&mut self, place: usize, level: usize, cube: &Cube) -> Asked<Inductive> {
        let circuit = self.circuit;
        let mut needed = Vec::new();
        for (from, number) in &circuit.incoming[place] {
            let outside = (*from == place).then_some(cube);
            match self.reaches((*from, *number), level - 1, cube, outside)? {
                Reaches::No(core) => needed.extend(core),
                Reaches::From(states) => return Ok(Inductive::No { place: *from, states }),
            }
        }
        needed.sort_unstable();
        needed.dedup();
        Ok(Inductive::Yes(needed))
    }
}

pub(super) enum Inductive {
    Yes(Cube),
    No { place: usize, states: Cube },
}

/// Whether all facts of one cube are in another; then all states of the other are in it.
pub(super) fn is_subset(few: &Cube, many: &Cube) -> bool {
    let mut rest = many.iter();
    few.len() <= many.len() && few.iter().all(|fact| rest.by_ref().any(|other| other == fact))
}
