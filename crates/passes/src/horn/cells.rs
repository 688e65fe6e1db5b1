//! Clauses without arrays: an array is a few of its elements, each a pair of an index and a value.
//!
//! Monniaux and Gonnord, "An encoding of array verification problems into array-free Horn clauses" (2015), which is
//! section 4 of Beyene et al., "Verification of Ada Programs with AdaHorn". Instead of an array a predicate has
//! *cells* `(index, value)`; it holds of a state for every choice of the indices. A step takes the cells of its
//! array along:
//!
//! - a write leaves another value in a cell if the cell is the one written: two clauses;
//! - a read takes the value of the cell if the cell is the one read, else that of another instance of the same
//!   predicate, in the same state, whose cell is the one read: two clauses, the second not linear;
//! - a property over several elements asks for an instance for each.
//!
//! We depart from the paper in that a step may be a whole acyclic part of the program with many reads and writes: what
//! an expression reads is reduced to reads of the arrays at the beginning of the step. Where more than a few
//! conditions would be told apart by clauses of their own, one clause has them all as implications.
//!
//! The abstraction is sound, and complete for properties of as many elements at once as there are cells. Cells exist
//! for all indices, also those that the program's array does not have: a read that only some ways make must not stand
//! in the way of the others.

use super::{
    Application, Aspect, Clause, Head, MARK, Parameter, Predicate, PredicateId, Quantity, Refused, Step, System, refuse,
};
use cairn_base::Table;
use cairn_term::{Op, Sort, SortId, TermId, Terms};
use rustc_hash::FxHashMap;

/// Conditions that clauses of their own tell apart.
const MOST_SPLITS: usize = 3;
/// Instances of one predicate in a clause.
const MOST_INSTANCES: usize = 64;

/// Parameters of a predicate that are arrays with the same indices: the components of one array's elements.
#[derive(Clone, Debug)]
struct Group {
    /// Positions among the parameters before, and the sorts of the elements.
    members: Vec<(usize, SortId)>,
    index: SortId,
}

/// A parameter before: kept, or part of a group.
enum Slot {
    Kept(usize),
    Group(usize),
}

struct Layout {
    slots: Vec<Slot>,
    groups: Vec<Group>,
}

/// The system with this many cells for each array.
pub fn without_arrays(system: System, cells: u32) -> Result<System, Refused> {
    let System { mut terms, predicates, clauses, is_mathematical } = system;
    let mut layouts = Table::new();
    let mut new_predicates = Table::new();
    for predicate in predicates.values() {
        let layout = layout(&terms, predicate)?;
        let parameters = parameters(predicate, &layout, cells);
        layouts.push(layout);
        new_predicates.push(Predicate { parameters, ..predicate.clone() });
    }
    let mut new_clauses = Vec::new();
    for clause in &clauses {
        let eliminator = Eliminator {
            terms: &mut terms,
            predicates: &predicates,
            layouts: &layouts,
            cells: cells.max(1) as usize,
            arrays: FxHashMap::default(),
            bodies: Vec::new(),
            free: FxHashMap::default(),
            images: FxHashMap::default(),
            splits: Vec::new(),
            counter: 0,
        };
        eliminator.run(clause, &mut new_clauses)?;
    }
    Ok(System { terms, predicates: new_predicates, clauses: new_clauses, is_mathematical })
}

fn layout(terms: &Terms, predicate: &Predicate) -> Result<Layout, Refused> {
    let mut layout = Layout { slots: Vec::new(), groups: Vec::new() };
    let mut known: Vec<(&Parameter, usize)> = Vec::new();
    for (n, parameter) in predicate.parameters.iter().enumerate() {
        let Sort::Array { index, element } = *terms.sort_data(parameter.sort) else {
            layout.slots.push(Slot::Kept(n));
            continue;
        };
        if matches!(terms.sort_data(element), Sort::Array { .. }) {
            return refuse("arrays of arrays have no cells");
        }
        match known.iter().find(|(other, _)| same_array(other, parameter)) {
            Some((_, group)) => layout.groups[*group].members.push((n, element)),
            None => {
                known.push((parameter, layout.groups.len()));
                layout.slots.push(Slot::Group(layout.groups.len()));
                layout.groups.push(Group { members: vec![(n, element)], index });
            }
        }
    }
    Ok(layout)
}

fn same_array(a: &Parameter, b: &Parameter) -> bool {
    let (Some(a), Some(b)) = (&a.quantity, &b.quantity) else { return false };
    let way = |q: &Quantity| -> Vec<Step> { q.path.iter().copied().take_while(|s| *s != Step::Each).collect() };
    (a.variable, a.at_entry) == (b.variable, b.at_entry) && way(a) == way(b)
}

/// `arrIND` and `arr`, as the paper's figure 6 has them; numbered if there are several cells.
fn parameters(predicate: &Predicate, layout: &Layout, cells: u32) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for slot in &layout.slots {
        match slot {
            Slot::Kept(n) => parameters.push(predicate.parameters[*n].clone()),
            Slot::Group(g) => {
                let group = &layout.groups[*g];
                for cell in 0..cells.max(1) {
                    let number = if cells > 1 { (cell + 1).to_string() } else { String::new() };
                    let first = &predicate.parameters[group.members[0].0];
                    let mut index = first.clone();
                    index.name = format!("{}IND{number}", first.name);
                    // Arrays of integers have their indices and elements with sign.
                    (index.sort, index.is_signed) = (group.index, true);
                    index.quantity = index.quantity.map(|q| Quantity { aspect: Aspect::CellIndex(cell), ..q });
                    parameters.push(index);
                    for (n, sort) in &group.members {
                        let mut value = predicate.parameters[*n].clone();
                        value.name = format!("{}{number}", value.name);
                        (value.sort, value.is_signed) = (*sort, true);
                        value.quantity = value.quantity.map(|q| Quantity { aspect: Aspect::CellValue(cell), ..q });
                        parameters.push(value);
                    }
                }
            }
        }
    }
    parameters
}

/// An index and the values there.
#[derive(Clone, Debug)]
struct Point {
    index: TermId,
    values: Vec<TermId>,
}

/// An application in the body of a clause, with what is known of its arrays.
struct Body {
    application: Application,
    /// For each group its points: the cells first, then what is read.
    points: Vec<Vec<Point>>,
    /// Whether the cells of the group go on into the head.
    goes_on: Vec<bool>,
}

impl Body {
    /// The points of a group; cells that nobody asks for are not needed beside enough others.
    fn needed(&self, group: usize, cells: usize) -> &[Point] {
        let points = &self.points[group];
        let skip = if !self.goes_on[group] && points.len() >= 2 * cells { cells } else { 0 };
        &points[skip..]
    }
}

/// One clause while its arrays are eliminated.
struct Eliminator<'s> {
    terms: &'s mut Terms,
    predicates: &'s Table<PredicateId, Predicate>,
    layouts: &'s Table<PredicateId, Layout>,
    cells: usize,
    /// Array symbols of the body: which application, which group, which member.
    arrays: FxHashMap<TermId, (usize, usize, usize)>,
    bodies: Vec<Body>,
    /// Arrays about which nothing is known, and what was read from them.
    free: FxHashMap<TermId, Vec<Point>>,
    images: FxHashMap<TermId, TermId>,
    /// Conditions `cell = index` that are told apart.
    splits: Vec<TermId>,
    counter: usize,
}

impl Eliminator<'_> {
    fn run(mut self, clause: &Clause, clauses: &mut Vec<Clause>) -> Result<(), Refused> {
        for application in &clause.body {
            self.begin(application)?;
        }
        let head = match &clause.head {
            Head::State(application) => Some(self.head(application)?),
            Head::Violation(_) | Head::Lost => None,
        };
        let mut constraint = Vec::new();
        for part in &clause.constraint {
            constraint.push(self.image(*part)?);
        }
        constraint.extend(self.equal_points());
        let mut body = Vec::new();
        for n in 0..self.bodies.len() {
            body.extend(self.instances(n)?);
        }
        let head = head.map_or_else(|| clause.head.clone(), Head::State);
        self.split(&Clause { body, constraint, head }, clauses);
        Ok(())
    }

    fn symbol(&mut self, base: &str, sort: SortId) -> TermId {
        self.counter += 1;
        self.terms.fresh_symbol(&format!("{base}{MARK}cell"), sort)
    }

    /// The arrays of an application get cells.
    fn begin(&mut self, application: &Application) -> Result<(), Refused> {
        let (predicate, layout) = (&self.predicates[application.predicate], &self.layouts[application.predicate]);
        let at = self.bodies.len();
        let mut points = Vec::new();
        for (g, group) in layout.groups.iter().enumerate() {
            let mut own = Vec::new();
            for _ in 0..self.cells {
                let first = &predicate.parameters[group.members[0].0].name;
                let index = self.symbol(&format!("{first}IND"), group.index);
                let mut values = Vec::new();
                for (n, sort) in &group.members {
                    values.push(self.symbol(&predicate.parameters[*n].name, *sort));
                }
                own.push(Point { index, values });
            }
            points.push(own);
            for (m, (n, _)) in group.members.iter().enumerate() {
                let array = application.arguments[*n];
                let is_new = self.terms.as_symbol(array).is_some() && self.arrays.insert(array, (at, g, m)).is_none();
                if !is_new {
                    return refuse("arrays that are passed to procedures have no cells");
                }
            }
        }
        let goes_on = vec![false; points.len()];
        self.bodies.push(Body { application: application.clone(), points, goes_on });
        Ok(())
    }

    /// The head over cells: those of the body's array where there is one, else of any index.
    fn head(&mut self, application: &Application) -> Result<Application, Refused> {
        let (predicate, layout) = (&self.predicates[application.predicate], &self.layouts[application.predicate]);
        let firsts = layout.groups.iter().map(|group| application.arguments[group.members[0].0]);
        let origins: Vec<_> = firsts.map(|array| self.origin(array)).collect();
        let mut arguments = Vec::new();
        for slot in &layout.slots {
            let (group, origin) = match slot {
                Slot::Kept(n) => {
                    arguments.push(self.image(application.arguments[*n])?);
                    continue;
                }
                Slot::Group(g) => (&layout.groups[*g], origins[*g]),
            };
            for cell in 0..self.cells {
                let index = match origin {
                    Some((at, g)) => self.bodies[at].points[g][cell].index,
                    None => {
                        let first = &predicate.parameters[group.members[0].0].name;
                        self.symbol(&format!("{first}IND"), group.index)
                    }
                };
                arguments.push(index);
                for (n, _) in &group.members {
                    let value = self.read(application.arguments[*n], index)?;
                    arguments.push(value);
                }
            }
        }
        Ok(Application { predicate: application.predicate, arguments })
    }

    /// The body's array that an array of the head is made from, unless another has taken it.
    fn origin(&mut self, array: TermId) -> Option<(usize, usize)> {
        let symbols = self.terms.symbols_of(array);
        let known = symbols.iter().filter_map(|symbol| self.arrays.get(&self.terms.symbol_term(*symbol)));
        let (at, group, _) = known.copied().find(|(at, group, _)| !self.bodies[*at].goes_on[*group])?;
        self.bodies[at].goes_on[group] = true;
        Some((at, group))
    }

    /// A term that is no array, without arrays in it.
    fn image(&mut self, root: TermId) -> Result<TermId, Refused> {
        let order: Vec<TermId> = self.terms.post_order(&[root]).collect();
        for term in order {
            let is_array = |terms: &Terms, t: TermId| matches!(terms.sort_data_of(t), Sort::Array { .. });
            if self.images.contains_key(&term) || is_array(self.terms, term) {
                continue;
            }
            let (op, args) = (self.terms.op(term), self.terms.args(term).to_vec());
            let image = if op == Op::Select {
                let index = self.images[&args[1]];
                self.read(args[0], index)?
            } else if args.iter().any(|arg| is_array(self.terms, *arg)) {
                return refuse("comparisons of arrays have no cells");
            } else {
                let new: Vec<TermId> = args.iter().map(|arg| self.images[arg]).collect();
                if new == args { term } else { self.terms.build(op, &new) }
            };
            self.images.insert(term, image);
        }
        Ok(self.images[&root])
    }

    /// The element of an array at an index that has no arrays in it.
    fn read(&mut self, array: TermId, index: TermId) -> Result<TermId, Refused> {
        let args = self.terms.args(array).to_vec();
        match self.terms.op(array) {
            Op::Symbol(_) => Ok(self.read_symbol(array, index)),
            Op::ConstArray(_) => self.image(args[0]),
            Op::Store => {
                let (written, value) = (self.image(args[1])?, self.image(args[2])?);
                let here = self.same(index, written);
                let before = self.read(args[0], index)?;
                Ok(self.terms.ite(here, value, before))
            }
            Op::Ite => {
                let condition = self.image(args[0])?;
                let (a, b) = (self.read(args[1], index)?, self.read(args[2], index)?);
                Ok(self.terms.ite(condition, a, b))
            }
            _ => refuse("an array that has no cells"),
        }
    }

    fn read_symbol(&mut self, array: TermId, index: TermId) -> TermId {
        let Sort::Array { element, .. } = self.terms.sort_data_of(array) else { return array };
        let Some((at, group, member)) = self.arrays.get(&array).copied() else {
            let known = self.free.get(&array).and_then(|points| points.iter().find(|point| point.index == index));
            if let Some(point) = known {
                return point.values[0];
            }
            let value = self.symbol(&base_name(self.terms, array), element);
            self.free.entry(array).or_default().push(Point { index, values: vec![value] });
            return value;
        };
        if let Some(point) = self.bodies[at].points[group].iter().find(|point| point.index == index) {
            return point.values[member];
        }
        let predicate = self.bodies[at].application.predicate;
        let mut values = Vec::new();
        for (n, sort) in self.layouts[predicate].groups[group].members.clone() {
            let name = self.predicates[predicate].parameters[n].name.clone();
            values.push(self.symbol(&name, sort));
        }
        for cell in 0..self.cells {
            let cell = self.bodies[at].points[group][cell].index;
            if self.bodies[at].goes_on[group] {
                self.same(cell, index);
            }
        }
        let value = values[member];
        self.bodies[at].points[group].push(Point { index, values });
        value
    }

    /// Whether two indices are the same; told apart if one is that of a cell.
    fn same(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.terms.eq(a, b);
        let is_cell = |t: TermId| self.bodies.iter().flat_map(|body| &body.points).flatten().any(|p| p.index == t);
        if !self.terms.is_constant(same) && (is_cell(a) || is_cell(b)) && !self.splits.contains(&same) {
            self.splits.push(same);
        }
        same
    }

    /// Points with the same index have the same values.
    fn equal_points(&mut self) -> Vec<TermId> {
        let bodies = self.bodies.iter().flat_map(|body| (0..body.points.len()).map(|g| body.needed(g, self.cells)));
        let groups: Vec<Vec<Point>> = bodies.chain(self.free.values().map(|p| &p[..])).map(<[Point]>::to_vec).collect();
        let mut conditions = Vec::new();
        for points in groups {
            for (n, a) in points.iter().enumerate() {
                for b in &points[n + 1..] {
                    let same = self.terms.eq(a.index, b.index);
                    let values = a.values.iter().zip(&b.values).map(|(x, y)| self.terms.eq(*x, *y));
                    let values: Vec<TermId> = values.collect();
                    let values = self.terms.and_all(&values);
                    conditions.push(self.terms.implies(same, values));
                }
            }
        }
        conditions.retain(|condition| self.terms.as_bool_const(*condition) != Some(true));
        conditions
    }

    /// The instances of a predicate for all choices of points as its cells.
    fn instances(&mut self, at: usize) -> Result<Vec<Application>, Refused> {
        let body = &self.bodies[at];
        let layout = &self.layouts[body.application.predicate];
        let mut choices: Vec<Vec<Vec<&Point>>> = vec![Vec::new()];
        for g in 0..body.points.len() {
            let subsets = subsets(body.needed(g, self.cells), self.cells);
            let longer = choices.iter().flat_map(|chosen| {
                subsets.iter().map(|subset| chosen.iter().cloned().chain([subset.clone()]).collect())
            });
            choices = longer.collect();
            if choices.len() > MOST_INSTANCES {
                return refuse("a step that reads so many elements has no cells");
            }
        }
        let instance = |chosen: &Vec<Vec<&Point>>| {
            let mut arguments = Vec::new();
            for slot in &layout.slots {
                match slot {
                    Slot::Kept(n) => arguments.push(body.application.arguments[*n]),
                    Slot::Group(g) => {
                        for point in &chosen[*g] {
                            arguments.push(point.index);
                            arguments.extend(&point.values);
                        }
                    }
                }
            }
            Application { predicate: body.application.predicate, arguments }
        };
        Ok(choices.iter().map(instance).collect())
    }

    /// A clause for each way the told-apart conditions can be.
    fn split(&mut self, clause: &Clause, clauses: &mut Vec<Clause>) {
        let splits = if self.splits.len() <= MOST_SPLITS { self.splits.clone() } else { Vec::new() };
        for case in 0..1usize << splits.len() {
            let holds = |n: usize| case >> n & 1 == 0;
            let mut meaning = FxHashMap::default();
            let mut literals = Vec::new();
            for (n, condition) in splits.iter().enumerate() {
                meaning.insert(*condition, self.terms.bool_const(holds(n)));
                literals.push(if holds(n) { *condition } else { self.terms.not(*condition) });
            }
            self.same_values(&splits, holds, &mut meaning);
            let replaced: Vec<TermId> = meaning.keys().copied().collect();
            let mut substituted = |term: TermId| self.terms.substitute(term, &meaning);
            let mut constraint = literals;
            constraint.extend(clause.constraint.iter().map(|part| substituted(*part)));
            let mut body: Vec<Application> = Vec::new();
            let is_needed = |old: &&Application| !old.arguments.iter().any(|argument| replaced.contains(argument));
            for old in clause.body.iter().filter(is_needed) {
                let arguments = old.arguments.iter().map(|argument| substituted(*argument)).collect();
                let new = Application { predicate: old.predicate, arguments };
                body.push(new);
            }
            let head = match &clause.head {
                Head::State(old) => {
                    let arguments = old.arguments.iter().map(|argument| substituted(*argument)).collect();
                    Head::State(Application { predicate: old.predicate, arguments })
                }
                other => other.clone(),
            };
            constraint.retain(|part| self.terms.as_bool_const(*part) != Some(true));
            if !constraint.contains(&self.terms.ff()) {
                clauses.push(Clause { body, constraint, head });
            }
        }
    }

    /// Where a cell is what is read, its values are those that are read, and no other instance is needed.
    fn same_values(
        &mut self,
        splits: &[TermId],
        holds: impl Fn(usize) -> bool,
        meaning: &mut FxHashMap<TermId, TermId>,
    ) {
        for points in self.bodies.iter().flat_map(|body| &body.points) {
            let (cells, reads) = points.split_at(self.cells);
            for read in reads {
                for cell in cells {
                    let same = self.terms.eq(cell.index, read.index);
                    let is_cell = splits.iter().position(|split| *split == same).is_some_and(&holds);
                    if is_cell && !meaning.contains_key(&read.values[0]) {
                        meaning.extend(read.values.iter().copied().zip(cell.values.iter().copied()));
                    }
                }
            }
        }
    }
}

fn base_name(terms: &Terms, symbol: TermId) -> String {
    let name = terms.as_symbol(symbol).map_or("x", |symbol| terms.symbol_name(symbol));
    name.split_once(MARK).map_or(name, |(base, _)| base).to_string()
}

/// All choices of `count` points, in order.
fn subsets<'p>(points: &'p [Point], count: usize) -> Vec<Vec<&'p Point>> {
    let mut chosen: Vec<(usize, Vec<&'p Point>)> = vec![(0, Vec::new())];
    for _ in 0..count {
        let longer = chosen.iter().flat_map(|(from, so_far)| {
            points
                .iter()
                .enumerate()
                .skip(*from)
                .map(move |(n, point)| (n + 1, so_far.iter().copied().chain([point]).collect::<Vec<_>>()))
        });
        chosen = longer.collect();
    }
    chosen.into_iter().map(|(_, points)| points).collect()
}
