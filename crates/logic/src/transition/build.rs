//! From a program to its transition form: segments executed from every place until the shapes of the values there are known,
//! then once more for the steps.

use super::shape::Shape;
use super::{
    Input, Place, PlaceId, Refused, Source, Step, System, Target, Variable, VariableId, constants, guards, prune,
};
use crate::machine::{Cell, Machine, ObjectKey, State};
use crate::segment::{self, Exit, Segment};
use cairn_base::{Budget, Table};
use cairn_ir::{BlockId, ProcId, Program, PropertyId, TypeId, VarId};
use cairn_passes::recipes::{self, FLAT};
use cairn_passes::{Derived, LiveLocals, Loops};
use cairn_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Shapes that still grow after so many rounds are not looked at further.
const MOST_ROUNDS: usize = 64;
/// Programs with more state variables have no transition form.
const MOST_VARIABLES: usize = 20_000;

/// The transition form of what one entry of a program does, its calls inlined.
pub fn of_entry(program: &Program, entry: ProcId, budget: &Budget) -> Result<System, Refused> {
    let flat = recipes::derive(program, &FLAT, &cairn_passes::Options::new(&[entry]));
    let flat = flat.map_err(|error| Refused(error.to_string()))?;
    of_flat(&flat, entry, budget)
}

/// The transition form of an entry of a program that the recipe [`FLAT`] has made.
pub fn of_flat(flat: &Derived, entry: ProcId, budget: &Budget) -> Result<System, Refused> {
    if let Some(procedure) = recipes::recursive(&flat.program, &[entry]).first() {
        let name = &flat.program.procedures[*procedure].name;
        return Err(Refused(format!("`{name}` is recursive, and recursion has no transition form")));
    }
    Builder::new(&flat.program, entry, budget)?.run()
}

/// A part of the state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Slot {
    /// A variable, or the pointer to the object of an addressable one.
    Cell(u64),
    /// The contents of an object, and whether it lives.
    Content(u32),
    Live(u32),
}

/// What a slot is at all places.
#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Value(Shape, TypeId),
    /// A truth that is always the same, or not.
    Truth(Option<bool>),
}

struct Builder<'p> {
    machine: Machine<'p>,
    entry: ProcId,
    heads: Rc<FxHashSet<BlockId>>,
    unread: Option<LiveLocals>,
    /// The variable of each cell.
    variables: FxHashMap<u64, VarId>,
    kinds: BTreeMap<Slot, Kind>,
    /// The slots at each place.
    present: BTreeMap<BlockId, BTreeSet<Slot>>,
    names: FxHashMap<Slot, String>,
    used: FxHashSet<String>,
    part_names: FxHashMap<(Slot, usize, String), String>,
    used_parts: FxHashSet<String>,
    /// Values at places that are written otherwise than by the symbol they are.
    canonical: FxHashMap<TermId, TermId>,
    system: System,
    ids: BTreeMap<Slot, Vec<VariableId>>,
    places: BTreeMap<BlockId, PlaceId>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program, entry: ProcId, budget: &'p Budget) -> Result<Self, Refused> {
        let mut machine = Machine::new(program, budget);
        if machine.exposes {
            return Err(Refused("addresses used as numbers have no transition form".into()));
        }
        let body = &program.procedures[entry];
        if !body.has_body() {
            return Err(Refused(format!("`{}` has no body", body.name)));
        }
        let heads = Rc::new(Loops::new(body).loops.iter().map(|info| info.head).collect());
        let frame = segment::frame(&mut machine);
        let own = body.parameters.iter().chain(&body.results).chain(&body.locals).copied();
        let all = own.chain(program.globals().map(|(var, _)| var));
        let variables = all.map(|var| (machine.cell(frame, var), var)).collect();
        Ok(Self {
            heads,
            unread: LiveLocals::new(program, entry),
            variables,
            kinds: BTreeMap::new(),
            present: BTreeMap::new(),
            names: FxHashMap::default(),
            used: FxHashSet::default(),
            part_names: FxHashMap::default(),
            used_parts: FxHashSet::default(),
            canonical: FxHashMap::default(),
            system: System { name: body.name.to_string(), ..System::default() },
            ids: BTreeMap::new(),
            places: BTreeMap::new(),
            machine,
            entry,
        })
    }

    fn run(mut self) -> Result<System, Refused> {
        self.find_shapes()?;
        self.declare()?;
        let first = self.first_segment();
        self.steps(System::START, first)?;
        for (head, place) in self.places.clone() {
            let segment = self.segment_at(head);
            self.steps(place, segment)?;
        }
        self.system.terms = std::mem::take(&mut self.machine.terms);
        loop {
            guards::shorten(&mut self.system);
            prune::prune(&mut self.system);
            if !constants::replace(&mut self.system) {
                break;
            }
        }
        self.name_properties();
        Ok(self.system)
    }

    // ---- shapes ----

    /// Executes all segments until nothing new comes to any place.
    fn find_shapes(&mut self) -> Result<(), Refused> {
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            let first = self.first_segment();
            changed |= self.note_exits(&first)?;
            let mut done = BTreeSet::new();
            while let Some(head) = self.present.keys().copied().find(|head| !done.contains(head)) {
                done.insert(head);
                let segment = self.segment_at(head);
                changed |= self.note_exits(&segment)?;
            }
            if let Some(reason) = self.machine.stopped() {
                return Err(Refused(reason.words().to_string()));
            }
            if !changed {
                return Ok(());
            }
        }
        Err(Refused("what pointers point to changes too often for a transition form".into()))
    }
    fn first_segment(&mut self) -> Segment {
        segment::from_entry(&mut self.machine, self.entry, &self.heads)
    }
    fn segment_at(&mut self, head: BlockId) -> Segment {
        let state = self.state_at(head);
        segment::from_place(&mut self.machine, self.entry, head, state, &self.heads)
    }
    fn note_exits(&mut self, segment: &Segment) -> Result<bool, Refused> {
        let mut changed = false;
        for exit in &segment.exits {
            if self.machine.terms.as_bool_const(exit.reached) == Some(false) || self.has_unknown_size(&exit.state) {
                continue;
            }
            changed |= !self.present.contains_key(&exit.to);
            self.present.entry(exit.to).or_default();
            for (slot, kind) in self.kinds_of(exit) {
                changed |= self.present.entry(exit.to).or_default().insert(slot);
                changed |= self.join(slot, kind)?;
            }
        }
        Ok(changed)
    }
    fn join(&mut self, slot: Slot, kind: Kind) -> Result<bool, Refused> {
        let joined = match (self.kinds.get(&slot), kind) {
            (None, kind) => Some(kind),
            (Some(Kind::Truth(a)), Kind::Truth(b)) => Some(Kind::Truth(a.filter(|_| *a == b))),
            (Some(Kind::Value(a, ty)), Kind::Value(b, _)) => a.join(&b).map(|shape| Kind::Value(shape, *ty)),
            _ => None,
        };
        let Some(joined) = joined else {
            return Err(Refused(format!("`{}` changes how it is represented", self.name(slot))));
        };
        let changed = self.kinds.get(&slot) != Some(&joined);
        self.kinds.insert(slot, joined);
        Ok(changed)
    }
    /// The parts of the state that matter where executions have come to.
    fn kinds_of(&mut self, exit: &Exit) -> Vec<(Slot, Kind)> {
        let mut found = Vec::new();
        for (cell, value) in exit.state.variables.entries() {
            if !self.is_unread(cell, exit.to) {
                found.push((Slot::Cell(cell), Kind::Value(self.machine.shape_of(&value.sym), value.ty)));
            }
        }
        for (number, live) in exit.state.live.entries() {
            let truth = self.machine.terms.as_bool_const(live);
            found.push((Slot::Live(number as u32), Kind::Truth(truth)));
            let content = exit.state.contents.get(number).filter(|_| truth != Some(false)).cloned();
            if let Some(content) = content {
                let ty = self.machine.objects[number as usize].ty;
                found.push((Slot::Content(number as u32), Kind::Value(self.machine.shape_of(&content), ty)));
            }
        }
        found
    }
    fn is_unread(&self, cell: u64, at: BlockId) -> bool {
        let var = self.variables.get(&cell);
        let Some((var, unread)) = var.zip(self.unread.as_ref()) else { return false };
        unread.is_dead(self.machine.program, *var, at)
    }
    /// Whether there are objects whose size is computed.
    fn has_unknown_size(&self, state: &State) -> bool {
        let is_unknown = |number: u64| {
            let size = self.machine.objects[number as usize].size;
            !self.machine.terms.is_constant(size)
        };
        state.live.entries().into_iter().any(|(number, _)| is_unknown(number))
    }

    // ---- states at places ----

    fn state_at(&mut self, head: BlockId) -> State {
        let mut state = State::new(self.machine.terms.tt());
        for slot in self.present[&head].clone() {
            let symbols = self.symbols_of(slot);
            match (slot, self.kinds[&slot].clone()) {
                (Slot::Live(number), Kind::Truth(truth)) => {
                    let live = truth.map_or_else(|| symbols[0], |truth| self.machine.terms.bool_const(truth));
                    state.live.insert(number.into(), live);
                    if state.contents.get(number.into()).is_none() {
                        let zero = self.machine.zero(self.machine.objects[number as usize].ty);
                        state.contents.insert(number.into(), zero);
                    }
                }
                (Slot::Cell(key), Kind::Value(shape, ty)) => {
                    let sym = self.machine.value_of_shape(&shape, ty, &mut symbols.iter());
                    self.remember(&sym, &shape, ty, &symbols);
                    state.variables.insert(key, Cell { sym, ty });
                }
                (Slot::Content(number), Kind::Value(shape, ty)) => {
                    let sym = self.machine.value_of_shape(&shape, ty, &mut symbols.iter());
                    self.remember(&sym, &shape, ty, &symbols);
                    state.contents.insert(number.into(), sym);
                }
                _ => {}
            }
        }
        state
    }
    fn remember(&mut self, sym: &crate::symbolic::Sym, shape: &Shape, ty: TypeId, symbols: &[TermId]) {
        let mut terms = Vec::new();
        self.machine.terms_of_shape(sym, shape, ty, &mut terms);
        let others = terms.into_iter().zip(symbols).filter(|(term, symbol)| term != *symbol);
        self.canonical.extend(others.map(|(term, symbol)| (term, *symbol)));
    }
    fn terms_named(&mut self, slot: Slot) -> Vec<(String, cairn_term::SortId)> {
        let name = self.name(slot);
        let mut found = Vec::new();
        match self.kinds[&slot].clone() {
            Kind::Truth(None) => found.push((name, self.machine.terms.bool_sort())),
            Kind::Truth(Some(_)) => {}
            Kind::Value(shape, ty) => self.machine.shape_terms(&shape, ty, &name, &mut found),
        }
        let mut met: FxHashMap<String, usize> = FxHashMap::default();
        for (name, _) in &mut found {
            let count = met.entry(name.clone()).or_insert(0);
            *count += 1;
            *name = self.part_name(slot, *count, name);
        }
        found
    }
    fn symbols_of(&mut self, slot: Slot) -> Vec<TermId> {
        let named = self.terms_named(slot);
        named.into_iter().map(|(name, sort)| self.machine.terms.symbol(&name, sort)).collect()
    }
    /// The name of a part of a slot, the n-th that wishes for it: fields may have no names of their own.
    fn part_name(&mut self, slot: Slot, count: usize, wish: &str) -> String {
        let key = (slot, count, wish.to_string());
        if let Some(known) = self.part_names.get(&key) {
            return known.clone();
        }
        let numbered = |n: usize| if n == 0 { wish.to_string() } else { format!("{wish}_{}", n + 1) };
        let name = (0..).map(numbered).find(|name| !self.used_parts.contains(name)).unwrap_or_default();
        self.used_parts.insert(name.clone());
        self.part_names.insert(key, name.clone());
        name
    }
    /// The name of a slot: no other has it.
    fn name(&mut self, slot: Slot) -> String {
        if let Some(known) = self.names.get(&slot) {
            return known.clone();
        }
        let program = self.machine.program;
        let of_object = |number: u32| match self.machine.object_key(number) {
            Some(ObjectKey::Variable(_, var)) => program.variables[var].name.to_string(),
            _ => format!("allocation{number}"),
        };
        let wish = match slot {
            Slot::Cell(cell) => {
                let var = self.variables.get(&cell).map(|var| &program.variables[*var]);
                let pointer = if var.is_some_and(|v| v.addressable) { ".address" } else { "" };
                var.map_or_else(|| format!("cell{cell}"), |v| format!("{}{pointer}", v.name))
            }
            Slot::Content(number) => of_object(number),
            Slot::Live(number) => format!("{}.lives", of_object(number)),
        };
        let numbered = |n: usize| if n == 0 { wish.clone() } else { format!("{wish}_{}", n + 1) };
        let name = (0..).map(numbered).find(|name| !self.used.contains(name)).unwrap_or_default();
        self.used.insert(name.clone());
        self.names.insert(slot, name.clone());
        name
    }

    // ---- the system ----

    fn declare(&mut self) -> Result<(), Refused> {
        let program = self.machine.program;
        for slot in self.kinds.keys().copied().collect::<Vec<_>>() {
            let mut ids = Vec::new();
            let mut sources = self.sources_of(slot).into_iter();
            for (name, sort) in self.terms_named(slot) {
                let symbol = self.machine.terms.symbol(&name, sort);
                let source = sources.next().flatten();
                ids.push(self.system.variables.push(Variable { name, sort, symbol, source }));
            }
            self.ids.insert(slot, ids);
        }
        if self.system.variables.len() > MOST_VARIABLES {
            return Err(Refused(format!("more than {MOST_VARIABLES} state variables")));
        }
        let start = Place { name: "start".into(), block: None, live: Vec::new(), inputs: Vec::new() };
        self.system.places = Table::new();
        self.system.places.push(start);
        for (head, slots) in &self.present {
            let label = &program.procedures[self.entry].blocks[*head].label;
            let live = slots.iter().flat_map(|slot| self.ids[slot].iter().copied()).collect();
            let place = Place { name: label.to_string(), block: Some(*head), live, inputs: Vec::new() };
            self.places.insert(*head, self.system.places.push(place));
        }
        Ok(())
    }
    /// What the terms of a slot are in the program.
    fn sources_of(&mut self, slot: Slot) -> Vec<Option<Source>> {
        let Some(Kind::Value(shape, ty)) = self.kinds.get(&slot).cloned() else { return Vec::new() };
        let variable = match slot {
            Slot::Cell(cell) => {
                let program = self.machine.program;
                self.variables.get(&cell).copied().filter(|var| !program.variables[*var].addressable)
            }
            Slot::Content(number) => self.only_variable_of(number),
            Slot::Live(_) => None,
        };
        let Some(variable) = variable else { return Vec::new() };
        let mut paths = Vec::new();
        self.machine.shape_paths(&shape, ty, &mut Vec::new(), &mut paths);
        paths.into_iter().map(|path| path.map(|path| Source { variable, path })).collect()
    }
    /// The variable that an object is, if no other object is that variable.
    fn only_variable_of(&mut self, number: u32) -> Option<VarId> {
        let variable_of = |machine: &Machine<'_>, number: u32| match machine.object_key(number) {
            Some(ObjectKey::Variable(_, var)) => Some(var),
            _ => None,
        };
        let own = variable_of(&self.machine, number)?;
        let same = self.kinds.keys().filter(|slot| match slot {
            Slot::Content(other) => variable_of(&self.machine, *other) == Some(own),
            _ => false,
        });
        (same.count() == 1).then_some(own)
    }
    fn steps(&mut self, from: PlaceId, segment: Segment) -> Result<(), Refused> {
        if let Some(reason) = self.machine.stopped() {
            return Err(Refused(reason.words().to_string()));
        }
        let before = self.system.steps.len();
        for instance in &segment.log.instances {
            self.step(from, instance.violated, Target::Violates(instance.property));
        }
        for cut in &segment.log.cuts {
            let why = match &cut.reason {
                crate::execute::CutReason::Bound => "a call that is not followed".to_string(),
                crate::execute::CutReason::Unsupported(what) => what.clone(),
            };
            self.step(from, cut.reached, Target::Lost(why));
        }
        for exit in &segment.exits {
            self.exit(from, exit);
        }
        for end in &segment.log.ends {
            self.step(from, *end, Target::End);
        }
        let steps = &self.system.steps[before..];
        let roots: Vec<TermId> =
            steps.iter().flat_map(|s| s.updates.iter().map(|(_, value)| *value).chain([s.guard])).collect();
        self.inputs(from, &segment, &roots);
        Ok(())
    }
    fn step(&mut self, from: PlaceId, guard: TermId, to: Target) {
        if self.machine.terms.as_bool_const(guard) != Some(false) {
            self.system.steps.push(Step { from, guard, to, updates: Vec::new() });
        }
    }
    /// The step to another place; where parts of the state have no terms, executions are lost.
    fn exit(&mut self, from: PlaceId, exit: &Exit) {
        if self.machine.terms.as_bool_const(exit.reached) == Some(false) {
            return;
        }
        if self.has_unknown_size(&exit.state) {
            return self.step(from, exit.reached, Target::Lost("an object whose size is not constant".into()));
        }
        let mut updates = Vec::new();
        for slot in self.present[&exit.to].clone() {
            let values = self.values_of(slot, &exit.state);
            for (variable, value) in self.ids[&slot].clone().into_iter().zip(values) {
                let value = self.canonical.get(&value).copied().unwrap_or(value);
                if value != self.system.variables[variable].symbol {
                    updates.push((variable, value));
                }
            }
        }
        if let Some(what) = self.machine.take_gave_up() {
            self.machine.take_left_out();
            return self.step(from, exit.reached, Target::Lost(what));
        }
        let mut guard = exit.reached;
        for (condition, what) in self.machine.take_left_out() {
            let lost = self.machine.terms.and(guard, condition);
            self.step(from, lost, Target::Lost(what.into()));
            let others = self.machine.terms.not(condition);
            guard = self.machine.terms.and(guard, others);
        }
        if self.machine.terms.as_bool_const(guard) != Some(false) {
            let to = Target::Place(self.places[&exit.to]);
            self.system.steps.push(Step { from, guard, to, updates });
        }
    }
    fn values_of(&mut self, slot: Slot, state: &State) -> Vec<TermId> {
        let mut found = Vec::new();
        let sym = match slot {
            Slot::Live(number) => {
                let live = self.machine.is_live(state, number);
                return vec![live];
            }
            Slot::Cell(cell) => state.variables.get(cell).map(|cell| cell.sym.clone()),
            Slot::Content(number) => state.contents.get(number.into()).cloned(),
        };
        let Kind::Value(shape, ty) = self.kinds[&slot].clone() else { return found };
        match sym {
            Some(sym) => self.machine.terms_of_shape(&sym, &shape, ty, &mut found),
            // Of no matter: nobody has made it on this way.
            None => {
                let named = self.terms_named(slot);
                for (_, sort) in named {
                    let value = cairn_term::Value::default_of(&self.machine.terms, sort);
                    found.push(self.machine.terms.value_term(&value));
                }
            }
        }
        found
    }
    /// The inputs of a place: what executions ask for, in their order, and what else is arbitrary.
    fn inputs(&mut self, from: PlaceId, segment: &Segment, roots: &[TermId]) {
        let always = self.machine.terms.tt();
        let mut known: FxHashSet<TermId> = self.system.variables.values().map(|v| v.symbol).collect();
        let mut inputs = Vec::new();
        for input in &segment.log.inputs {
            let terms = self.machine.terms_in(&input.sym);
            for symbol in self.machine.terms.symbols_of_all(&terms) {
                let symbol = self.machine.terms.symbol_term(symbol);
                if known.insert(symbol) {
                    inputs.push(Input { symbol, when: input.reached });
                }
            }
        }
        for symbol in self.machine.terms.symbols_of_all(roots) {
            let symbol = self.machine.terms.symbol_term(symbol);
            if known.insert(symbol) {
                inputs.push(Input { symbol, when: always });
            }
        }
        self.system.places[from].inputs = inputs;
    }
    fn name_properties(&mut self) {
        let violated = self.system.steps.iter().filter_map(|step| match step.to {
            Target::Violates(property) => Some(property),
            _ => None,
        });
        let violated: BTreeSet<PropertyId> = violated.collect();
        let name = |property: PropertyId| self.machine.program.properties[property].name.to_string();
        self.system.properties = violated.into_iter().map(|property| (property, name(property))).collect();
    }
}
