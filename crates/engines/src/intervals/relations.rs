//! Relations between variables: linear equations ([`super::affine`]) and differences ([`super::zone`]) of the integer
//! variables that loops work with.
//!
//! Which variables are tracked is decided per procedure ([`loop_variables`]), a few of them, since the cost grows with
//! the cube of their number. Everything that changes a tracked variable in another way than by an assignment that is
//! understood here forgets what is known of it.

use super::affine::{Linear, Space};
use super::arithmetic::{self, reading};
use super::effects::Effect;
use super::integer::{IntSet, span};
use super::model::{Activation, Model};
use super::pointer::Cell;
use super::state::State;
use super::value::Abs;
use super::zone::Zone;
use cairn_ir::{
    Binary, Convert, ExprId, ExprKind, PlaceBase, ProcId, Program, Sign, StatementKind, Terminator, TypeKind, Unary,
    VarId, VariableKind,
};
use cairn_passes::Loops;
use std::rc::Rc;

/// Variables tracked for one procedure, and for all activations together.
const MAX_VARIABLES: usize = 14;
const MAX_TRACKED: usize = 28;
/// Larger expressions are not looked at.
const MAX_NODES: usize = 48;

#[derive(Clone, Debug)]
pub struct Relations {
    /// By width.
    spaces: Vec<Space>,
    zones: [Zone; 2],
}

impl Default for Relations {
    fn default() -> Self {
        Self { spaces: Vec::new(), zones: [Zone::new(Sign::Signed), Zone::new(Sign::Unsigned)] }
    }
}

/// The variables in an expression, up to a number of nodes.
fn variables_in(program: &Program, roots: Vec<ExprId>, found: &mut Vec<VarId>) {
    let mut left = roots;
    let mut nodes = 0;
    while let Some(expr) = left.pop().filter(|_| nodes < 400) {
        nodes += 1;
        match &program.expr(expr).kind {
            ExprKind::Var(variable) => found.push(*variable),
            kind => kind.for_each_child(|child| left.push(child)),
        }
    }
}

/// The integer variables that are assigned in loops of a procedure, those they are compared with, and those from
/// which they get their values.
pub fn loop_variables(program: &Program, id: ProcId, loops: &Loops) -> Vec<VarId> {
    let procedure = &program.procedures[id];
    let mut effect = Effect::default();
    let mut compared = Vec::new();
    for block in loops.order.iter().filter(|block| loops.innermost(**block).is_some()) {
        let block = &procedure.blocks[*block];
        block.statements.iter().for_each(|statement| effect.add(program, statement));
        if let Terminator::Branch { condition, .. } = &block.terminator {
            variables_in(program, vec![*condition], &mut compared);
        }
    }
    let assigned = effect.assigned;
    if assigned.is_empty() {
        return Vec::new();
    }
    let mut sources = Vec::new();
    for statement in procedure.blocks.values().flat_map(|block| &block.statements) {
        match &statement.kind {
            StatementKind::Assign { target, value } => match target.base {
                PlaceBase::Var(v) if assigned.contains(&v) => variables_in(program, vec![*value], &mut sources),
                _ => {}
            },
            StatementKind::Check { condition, .. } | StatementKind::Assume(condition) => {
                variables_in(program, vec![*condition], &mut sources);
            }
            _ => {}
        }
    }
    let tracked = |v: &VarId| {
        let variable = &program.variables[*v];
        let here = variable.kind == VariableKind::Global || variable.procedure == Some(id);
        let small = matches!(program.types.kind(variable.ty), TypeKind::Int(width) if *width <= 64);
        here && small && !variable.addressable && variable.kind != VariableKind::Bound
    };
    // The most useful first: there is not room for all.
    let by_use = assigned.iter().copied().chain(compared).chain(sources).filter(tracked);
    let (own, temporary): (Vec<VarId>, Vec<VarId>) = by_use.partition(|v| !program.variables[*v].temporary);
    let mut found = Vec::new();
    for variable in own.into_iter().chain(temporary) {
        if !found.contains(&variable) && found.len() < MAX_VARIABLES {
            found.push(variable);
        }
    }
    found
}

/// A cell plus something between two numbers, as mathematical numbers.
type Side = (Cell, (i128, i128));

impl Relations {
    pub fn is_empty(&self) -> bool {
        self.zones[0].cells().is_empty()
    }
    pub fn tracks(&self, cell: Cell) -> bool {
        self.zones[0].cells().contains(&cell)
    }
    fn space(&mut self, width: u32) -> &mut Space {
        let place = self.spaces.iter().position(|s| s.width() == width).unwrap_or_else(|| {
            self.spaces.push(Space::new(width));
            self.spaces.len() - 1
        });
        &mut self.spaces[place]
    }
    pub fn track(&mut self, cell: Cell, value: &Abs) {
        let Abs::Int(set) = value else { return };
        if self.tracks(cell) || self.zones[0].cells().len() >= MAX_TRACKED {
            return;
        }
        let known = set.single().map(|s| s.rem_euclid(span(set.width())) as u64);
        self.space(set.width()).track(cell, known);
        self.zones.iter_mut().for_each(|zone| zone.track(cell));
    }
    /// None: nothing was known.
    pub fn without(&self, cell: Cell) -> Option<Self> {
        self.tracks(cell).then(|| {
            let mut new = self.clone();
            new.spaces.iter_mut().for_each(|space| space.drop_cell(cell));
            new.spaces.retain(|space| !space.is_empty());
            new.zones.iter_mut().for_each(|zone| zone.drop_cell(cell));
            new
        })
    }
    pub fn forgetting(&self, cell: Cell) -> Option<Self> {
        self.tracks(cell).then(|| {
            let mut new = self.clone();
            new.spaces.iter_mut().for_each(|space| space.forget(cell));
            new.zones.iter_mut().for_each(|zone| zone.forget(cell));
            new
        })
    }
    fn comparable(&self, other: &Self) -> bool {
        self.spaces.len() == other.spaces.len()
            && self.spaces.iter().zip(&other.spaces).all(|(a, b)| a.same_cells(b))
            && self.zones[0].same_cells(&other.zones[0])
    }
    fn zone_of(&self, n: usize, state: &State) -> Zone {
        let zone = &self.zones[n];
        zone.with_ranges(&|cell| state.get(cell).int().map(|set| reading(zone.sign, set)))
    }
    /// What holds of both; nothing if different cells are tracked.
    pub fn merge(&self, mine: &State, other: &Self, others: &State, widen: bool) -> Self {
        if !self.comparable(other) {
            return Self::default();
        }
        let spaces = self.spaces.iter().zip(&other.spaces).map(|(a, b)| a.join(b)).collect();
        let zone = |n: usize| {
            let theirs = other.zone_of(n, others);
            if widen { self.zones[n].widen(&theirs) } else { self.zone_of(n, mine).join(&theirs) }
        };
        Self { spaces, zones: [zone(0), zone(1)] }
    }
    pub fn is_within(&self, mine: &State, other: &Self) -> bool {
        if other.is_empty() {
            return true;
        }
        self.comparable(other)
            && self.spaces.iter().zip(&other.spaces).all(|(a, b)| a.is_within(b))
            && (0..2).all(|n| self.zone_of(n, mine).is_within(&other.zones[n]))
    }
    /// Nothing known of the same cells.
    pub fn unknown(&self) -> Self {
        let mut new = self.clone();
        for cell in self.zones[0].cells() {
            new.spaces.iter_mut().for_each(|space| space.forget(*cell));
            new.zones.iter_mut().for_each(|zone| zone.forget(*cell));
        }
        new
    }
    /// Equations by width, for facts.
    pub fn equations(&self) -> Vec<(u32, Rc<[Linear]>)> {
        self.spaces.iter().map(|space| (space.width(), space.equations())).collect()
    }
    /// `x - y <= c`, read with a sign.
    pub fn differences(&self) -> Vec<(Sign, Cell, Cell, i128)> {
        let of = |zone: &Zone| zone.differences().into_iter().map(|(x, y, c)| (zone.sign, x, y, c)).collect::<Vec<_>>();
        self.zones.iter().flat_map(of).collect()
    }
}

/// The value of a cell that has only one.
fn only_value(state: &State, cell: Cell) -> Option<u64> {
    let value = state.get(cell);
    let set = value.int()?;
    set.single().map(|s| s.rem_euclid(span(set.width())) as u64)
}

impl Relations {
    /// Takes over what ranges say of cells with one value.
    fn absorb_constants(&mut self, state: &State) {
        for cell in self.zones[0].cells() {
            let Some(value) = only_value(state, *cell) else { continue };
            let form = Linear::variable(*cell).plus(&Linear::constant(value.wrapping_neg()));
            for space in self.spaces.iter_mut().filter(|space| space.tracks(*cell) && !space.vanishes(&form)) {
                space.assume_zero(&form);
            }
        }
    }
}

impl Model<'_> {
    /// An expression as a linear form of tracked cells and constants.
    fn linear(&self, state: &State, activation: Activation, expr: ExprId) -> Option<Linear> {
        let plan = self.plan(expr).filter(|plan| plan.nodes.len() <= MAX_NODES)?;
        let mut forms: Vec<Option<Linear>> = Vec::with_capacity(plan.nodes.len());
        for (node, places) in &plan.nodes {
            let argument = |i: usize| places.get(i).and_then(|place| forms[*place as usize].clone());
            let form = match &self.program.expr(*node).kind {
                ExprKind::Const(cairn_ir::Value::Int(bits)) => bits.small().map(Linear::constant),
                ExprKind::Var(variable) => self.cell(activation, *variable).and_then(|cell| {
                    let known = || only_value(state, cell).map(Linear::constant);
                    if state.relations().tracks(cell) { Some(Linear::variable(cell)) } else { known() }
                }),
                ExprKind::Unary(Unary::Negate, _) => argument(0).map(|a| a.scaled(u64::MAX)),
                ExprKind::Unary(Unary::BitNot, _) => {
                    argument(0).map(|a| a.scaled(u64::MAX).plus(&Linear::constant(u64::MAX)))
                }
                ExprKind::Binary(Binary::Add, ..) => argument(0).zip(argument(1)).map(|(a, b)| a.plus(&b)),
                ExprKind::Binary(Binary::Subtract, ..) => {
                    argument(0).zip(argument(1)).map(|(a, b)| a.plus(&b.scaled(u64::MAX)))
                }
                ExprKind::Binary(Binary::Multiply, ..) => {
                    let constant = |form: &Linear| match form.terms[..] {
                        [] => Some(form.constant),
                        [(cell, 1)] if form.constant == 0 => only_value(state, cell),
                        _ => None,
                    };
                    let (a, b) = (argument(0), argument(1));
                    let by_right = b.as_ref().and_then(constant).and_then(|factor| Some(a.clone()?.scaled(factor)));
                    by_right.or_else(|| a.as_ref().and_then(constant).and_then(|factor| Some(b?.scaled(factor))))
                }
                ExprKind::Convert(Convert::Retype, _) => argument(0),
                _ => None,
            };
            forms.push(form);
        }
        forms.pop().flatten()
    }
    /// An expression as a tracked cell plus a range, read with a sign, where nothing wraps.
    fn side(&self, state: &State, activation: Activation, sign: Sign, expr: ExprId, depth: u32) -> Option<Side> {
        if depth > 8 {
            return None;
        }
        let set = |e: ExprId| self.eval(state, activation, e).int().copied();
        match &self.program.expr(expr).kind {
            ExprKind::Var(variable) => {
                let cell = self.cell(activation, *variable)?;
                state.relations().tracks(cell).then_some((cell, (0, 0)))
            }
            ExprKind::Convert(Convert::Retype, a) => self.side(state, activation, sign, *a, depth + 1),
            // Read as the other sign, an extension keeps the number only if it is not negative.
            ExprKind::Convert(Convert::SignExtend, a) => {
                let same = sign == Sign::Signed || set(*a)?.signed().0 >= 0;
                same.then(|| self.side(state, activation, sign, *a, depth + 1)).flatten()
            }
            ExprKind::Convert(Convert::ZeroExtend, a) => {
                let same = sign == Sign::Unsigned || set(*a)?.signed().0 >= 0;
                same.then(|| self.side(state, activation, sign, *a, depth + 1)).flatten()
            }
            ExprKind::Binary(op @ (Binary::Add | Binary::Subtract), a, b) => {
                let (x, y) = (set(*a)?, set(*b)?);
                let limit = arithmetic::range_of(sign, x.width());
                let fits = |(low, high): (i128, i128)| limit.0 <= low && high <= limit.1;
                let (p, q) = (reading(sign, &x), reading(sign, &y));
                let moved = |(cell, (low, high)): Side, by: (i128, i128)| (cell, (low + by.0, high + by.1));
                if *op == Binary::Subtract {
                    let left = fits((p.0 - q.1, p.1 - q.0)).then(|| self.side(state, activation, sign, *a, depth + 1));
                    return left.flatten().map(|side| moved(side, (-q.1, -q.0)));
                }
                // A decrement is often the addition of a large unsigned number.
                let signed = y.signed();
                if sign == Sign::Unsigned && !fits((p.0 + q.0, p.1 + q.1)) {
                    let down = fits((p.0 + signed.0, p.1 + signed.1)) && signed.1 < 0;
                    let left = down.then(|| self.side(state, activation, sign, *a, depth + 1)).flatten();
                    return left.map(|side| moved(side, signed));
                }
                if !fits((p.0 + q.0, p.1 + q.1)) {
                    return None;
                }
                let left = self.side(state, activation, sign, *a, depth + 1).map(|side| moved(side, q));
                left.or_else(|| self.side(state, activation, sign, *b, depth + 1).map(|side| moved(side, p)))
            }
            _ => None,
        }
    }
    /// What is known after `cell := value`, evaluated in the state before.
    pub fn related(&self, state: &State, activation: Activation, cell: Cell, value: ExprId) -> Option<Relations> {
        let old = state.relations();
        if !old.tracks(cell) {
            return None;
        }
        let mut new = old.clone();
        let width = state.get(cell).int()?.width();
        match self.linear(state, activation, value) {
            Some(form) => new.space(width).assign(cell, &form),
            None => new.space(width).forget(cell),
        }
        for zone in &mut new.zones {
            match self.side(state, activation, zone.sign, value, 0) {
                Some((from, distance)) => zone.assign(cell, from, distance),
                None => zone.forget(cell),
            }
        }
        Some(new)
    }
    /// Adds what a comparison says about tracked variables; none if it is impossible.
    pub fn relate(
        &self,
        mut state: State,
        activation: Activation,
        (op, a, b): (Binary, ExprId, ExprId),
        holds: bool,
    ) -> Option<State> {
        if state.relations().is_empty() {
            return Some(state);
        }
        let (Abs::Int(x), Abs::Int(y)) = (self.eval(&state, activation, a), self.eval(&state, activation, b)) else {
            return Some(state);
        };
        let mut new = state.relations().clone();
        let equal = matches!((op, holds), (Binary::Equal, true) | (Binary::NotEqual, false));
        if matches!(op, Binary::Equal | Binary::NotEqual) {
            let forms = self.linear(&state, activation, a).zip(self.linear(&state, activation, b));
            new.absorb_constants(&state);
            let space = new.space(x.width());
            let possible = forms.is_none_or(|(p, q)| {
                let difference = p.plus(&q.scaled(u64::MAX));
                if equal { space.assume_zero(&difference) } else { !space.vanishes(&difference) }
            });
            if !possible {
                return None;
            }
        }
        let same_reading = x.signed().0 >= 0 && y.signed().0 >= 0;
        for zone in &mut new.zones {
            let side = |expr| self.side(&state, activation, zone.sign, expr, 0);
            let (Some(left), Some(right)) = (side(a), side(b)) else { continue };
            // `left <= right - gap` and, for equality, the other way round.
            let (orders, sign): (Vec<(Side, Side, i128)>, Option<Sign>) = match (op, holds) {
                (Binary::Less(sign), true) => (vec![(left, right, 1)], Some(sign)),
                (Binary::Less(sign), false) => (vec![(right, left, 0)], Some(sign)),
                (Binary::LessEqual(sign), true) => (vec![(left, right, 0)], Some(sign)),
                (Binary::LessEqual(sign), false) => (vec![(right, left, 1)], Some(sign)),
                _ if equal => (vec![(left, right, 0), (right, left, 0)], None),
                (Binary::Equal, false) | (Binary::NotEqual, true) => (self.unequal(zone, left, right), None),
                _ => continue,
            };
            if sign.is_some_and(|sign| sign != zone.sign) && !same_reading {
                continue;
            }
            for (low, high, gap) in orders {
                if !zone.assume(low.0, high.0, high.1.1 - low.1.0 - gap) {
                    return None;
                }
            }
        }
        state.set_relations(new);
        Some(state)
    }
    /// Two numbers that differ, of which one is known not to be larger: it is smaller.
    fn unequal(&self, zone: &Zone, left: Side, right: Side) -> Vec<(Side, Side, i128)> {
        let exact = |side: &Side| side.1.0 == side.1.1;
        if !exact(&left) || !exact(&right) {
            return Vec::new();
        }
        let at_most = |a: &Side, b: &Side| zone.bound(a.0, b.0).is_some_and(|bound| bound + a.1.0 - b.1.0 <= 0);
        let mut orders = Vec::new();
        if at_most(&left, &right) {
            orders.push((left, right, 1));
        }
        if at_most(&right, &left) {
            orders.push((right, left, 1));
        }
        orders
    }
    /// Narrows ranges by relations; none if that leaves nothing.
    pub fn reduced(&self, mut state: State) -> Option<State> {
        if state.relations().is_empty() {
            return Some(state);
        }
        let mut relations = state.relations().clone();
        relations.absorb_constants(&state);
        for (width, equations) in relations.equations() {
            for form in equations.iter() {
                self.solve(&mut state, width, form)?;
            }
        }
        for zone in &relations.zones {
            for (x, y, bound) in zone.differences() {
                let (Abs::Int(a), Abs::Int(b)) = (state.get(x), state.get(y)) else { continue };
                let (p, q) = (reading(zone.sign, &a), reading(zone.sign, &b));
                let meet = |set: &IntSet, low: i128, high: i128| {
                    let limit = arithmetic::range_of(zone.sign, set.width());
                    let limited = (low.max(limit.0), high.min(limit.1));
                    let found = match zone.sign {
                        Sign::Signed => IntSet::from_signed(set.width(), limited),
                        Sign::Unsigned => IntSet::from_unsigned(set.width(), limited),
                    };
                    set.meet(&found?)
                };
                if p.1 > q.1 + bound {
                    state.refine(x, Abs::Int(meet(&a, p.0, q.1 + bound)?));
                }
                if q.0 < p.0 - bound {
                    state.refine(y, Abs::Int(meet(&b, p.0 - bound, q.1)?));
                }
            }
        }
        state.set_relations(relations);
        Some(state)
    }
    /// Solves an equation for each of its variables with coefficient one or minus one.
    fn solve(&self, state: &mut State, width: u32, form: &Linear) -> Option<()> {
        let mask = (span(width) - 1) as u64;
        for (cell, coefficient) in &form.terms {
            let positive = *coefficient & mask == 1;
            if !positive && *coefficient & mask != mask {
                continue;
            }
            let mut rest = IntSet::constant(width, i128::from(form.constant & mask));
            for (other, factor) in form.terms.iter().filter(|(other, _)| other != cell) {
                let Abs::Int(value) = state.get(*other) else { return Some(()) };
                // As a signed number: small negative factors do not wrap.
                let factor = IntSet::constant(width, i128::from(*factor & mask));
                rest = arithmetic::add(&rest, &arithmetic::multiply(&value, &factor));
            }
            let Abs::Int(old) = state.get(*cell) else { return Some(()) };
            let new = old.meet(&if positive { arithmetic::negate(&rest) } else { rest })?;
            if new != old {
                state.refine(*cell, Abs::Int(new));
            }
        }
        Some(())
    }
}
