//! A transition system as circuits: for each place the clauses that say what its steps do, with a literal for each bit of the
//! state there, for each guard, and for each bit of the state after each step.
//!
//! Steps are functions of state and inputs, so no second copy of the state is needed: a condition on the state after a step
//! is one on the literals of its updates (Een, Mishchenko, Brayton, "Efficient Implementation of Property Directed
//! Reachability", 2011).

use cairn_base::ids::Id;
use cairn_base::{Budget, StopReason};
use cairn_logic::transition::{PlaceId, System, Target, VariableId};
use cairn_solvers::aig::Bit;
use cairn_solvers::aig::cnf::CnfConverter;
use cairn_solvers::netlist::{Netlist, NoBits};
use cairn_solvers::sat::{ClauseSink, Literal};
use cairn_term::{Sort, TermId};
use rustc_hash::FxHashMap;

/// A bit of the state, by number: those of one variable are neighbours.
pub(super) type StateBit = u32;

/// Larger states are not looked at bit by bit.
const MOST_BITS: usize = 20_000;

pub(super) struct Circuit {
    pub places: Vec<PlaceCircuit>,
    pub bits: StateBits,
    /// The steps that lead to each place: where from, and which of the steps there.
    pub incoming: Vec<Vec<(usize, usize)>>,
}

/// Which bits of the state there are.
#[derive(Default)]
pub(super) struct StateBits {
    /// The variable of each bit, and which of its bits it is.
    pub owner: Vec<(VariableId, u32)>,
    first: Vec<u32>,
}

pub(super) struct PlaceCircuit {
    pub clauses: Vec<Vec<Literal>>,
    pub variables: u32,
    /// The bits of the state that matter here.
    pub state: FxHashMap<StateBit, Literal>,
    pub inputs: Vec<Literal>,
    pub steps: Vec<StepCircuit>,
    /// What holds of the state here at first; of the first place only.
    pub initial: Option<Literal>,
}

pub(super) struct StepCircuit {
    pub guard: Literal,
    pub to: Target,
    /// The bits of the state after the step that matter there.
    pub next: FxHashMap<StateBit, Literal>,
}

/// Clauses that are written down, to be given to solvers again and again.
#[derive(Default)]
struct Written {
    variables: u32,
    clauses: Vec<Vec<Literal>>,
}

impl ClauseSink for Written {
    fn new_variable(&mut self) -> Literal {
        self.variables += 1;
        Literal::of_variable(self.variables)
    }
    fn add_clause(&mut self, clause: &[Literal]) {
        self.clauses.push(clause.to_vec());
    }
}

/// Why there is no circuit.
pub(super) enum NoCircuit {
    Stopped(StopReason),
    Refused(String),
}

impl From<NoBits> for NoCircuit {
    fn from(reason: NoBits) -> Self {
        match reason {
            NoBits::Stopped(reason) => NoCircuit::Stopped(reason),
            NoBits::Unsupported(what) => NoCircuit::Refused(what),
        }
    }
}

impl Circuit {
    pub fn of(system: &System, budget: &Budget) -> Result<Self, NoCircuit> {
        let bits = StateBits::of(system)?;
        let mut netlist = Netlist::new();
        let mut places = Vec::new();
        for place in system.places.ids() {
            places.push(PlaceCircuit::of(system, place, &bits, &mut netlist, budget)?);
        }
        let mut incoming = vec![Vec::new(); places.len()];
        for (from, place) in places.iter().enumerate() {
            for (number, step) in place.steps.iter().enumerate() {
                if let Target::Place(to) = step.to {
                    incoming[to.index()].push((from, number));
                }
            }
        }
        Ok(Self { places, bits, incoming })
    }
}

impl StateBits {
    fn of(system: &System) -> Result<Self, NoCircuit> {
        let mut bits = StateBits::default();
        for (id, variable) in system.variables.iter() {
            let width = match system.terms.sort_data(variable.sort) {
                Sort::Bool => 1,
                Sort::BitVec(width) => *width,
                Sort::RoundingMode => 3,
                Sort::Float(format) => format.width(),
                Sort::Array { .. } => {
                    let what = format!("`{}` is an array that is too large to be taken apart", variable.name);
                    return Err(NoCircuit::Refused(what));
                }
                Sort::Int | Sort::Real => {
                    return Err(NoCircuit::Refused(format!("`{}` is a mathematical number", variable.name)));
                }
            };
            bits.first.push(bits.owner.len() as u32);
            bits.owner.extend((0..width).map(|n| (id, n)));
            if bits.owner.len() > MOST_BITS {
                return Err(NoCircuit::Refused(format!("the state has more than {MOST_BITS} bits")));
            }
        }
        Ok(bits)
    }
    fn of_variable(&self, variable: VariableId, number: usize) -> StateBit {
        self.first[variable.index()] + number as u32
    }
}

impl PlaceCircuit {
    fn of(
        system: &System,
        place: PlaceId,
        bits: &StateBits,
        netlist: &mut Netlist,
        budget: &Budget,
    ) -> Result<Self, NoCircuit> {
        let mut maker = Maker { system, bits, netlist, budget, cnf: CnfConverter::new(), written: Written::default() };
        let mut state = FxHashMap::default();
        for variable in &system.places[place].live {
            maker.word(*variable, system.variables[*variable].symbol, &mut state)?;
        }
        let mut inputs = Vec::new();
        for input in &system.places[place].inputs {
            for bit in maker.netlist.bits(&system.terms, input.symbol, budget)? {
                inputs.push(maker.literal(bit));
            }
        }
        let mut steps = Vec::new();
        for step in system.steps_from(place) {
            if step.to == Target::End {
                continue;
            }
            let guard = maker.truth(step.guard)?;
            let mut next = FxHashMap::default();
            if let Target::Place(to) = step.to {
                for variable in &system.places[to].live {
                    maker.word(*variable, system.after(step, *variable), &mut next)?;
                }
            }
            steps.push(StepCircuit { guard, to: step.to.clone(), next });
        }
        let initial = match (place == System::START, system.initial) {
            (true, Some(initial)) => Some(maker.truth(initial)?),
            _ => None,
        };
        maker.cnf.finish(maker.netlist.aig(), &mut maker.written, budget).map_err(NoCircuit::Stopped)?;
        let Written { variables, clauses } = maker.written;
        Ok(Self { clauses, variables, state, inputs, steps, initial })
    }
}

struct Maker<'a> {
    system: &'a System,
    bits: &'a StateBits,
    netlist: &'a mut Netlist,
    budget: &'a Budget,
    cnf: CnfConverter,
    written: Written,
}

impl Maker<'_> {
    fn literal(&mut self, bit: Bit) -> Literal {
        self.cnf.literal(self.netlist.aig(), &mut self.written, bit)
    }
    fn truth(&mut self, term: TermId) -> Result<Literal, NoCircuit> {
        let bits = self.netlist.bits(&self.system.terms, term, self.budget)?;
        Ok(self.literal(bits[0]))
    }
    fn word(
        &mut self,
        variable: VariableId,
        value: TermId,
        found: &mut FxHashMap<StateBit, Literal>,
    ) -> Result<(), NoCircuit> {
        let bits = self.netlist.bits(&self.system.terms, value, self.budget)?;
        for (number, bit) in bits.into_iter().enumerate() {
            found.insert(self.bits.of_variable(variable, number), self.literal(bit));
        }
        Ok(())
    }
}
