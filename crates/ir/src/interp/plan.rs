//! Expressions in the order in which they are evaluated.
//!
//! A plan lists the nodes of one expression so that arguments come before what uses them, each shared node
//! once: evaluating it needs neither recursion (chains of any depth work) nor repeated work. Arguments are
//! evaluated from left to right, all of them, also both branches of a conditional; this matters only for the
//! order in which base addresses are asked for.
//!
//! Bodies of quantifiers and of `old` have plans of their own. Reading a component of a variable or of
//! memory (`a[i].f`) is one node, so that the whole aggregate is not copied.

use crate::expr::{ExprId, ExprKind, Projection};
use crate::program::Program;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub struct Plan {
    pub nodes: Vec<Node>,
    /// A logic function is applied: what is not chosen must not be evaluated.
    pub applies: bool,
}

pub struct Node {
    pub expr: ExprId,
    /// Positions of the arguments in the plan, in the order of [`ExprKind::for_each_child`].
    pub arguments: SmallVec<[u32; 3]>,
    pub shape: Shape,
    /// Nobody else uses the first argument: it may be changed in place.
    pub owns_first: bool,
}

pub enum Shape {
    /// The expression's own operation on its arguments.
    Operation,
    /// A component of the variable or load `root`. The arguments are the pointer, if it is a load, and the
    /// indices of the path.
    Component { root: ExprId, path: Vec<Projection> },
}

impl Plan {
    /// The expression must be one of the program.
    pub fn new(program: &Program, root: ExprId) -> Self {
        let mut nodes: Vec<Node> = Vec::new();
        let mut position: FxHashMap<ExprId, u32> = FxHashMap::default();
        let mut uses: Vec<u32> = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((expr, ready)) = stack.pop() {
            if position.contains_key(&expr) {
                continue;
            }
            let (shape, children) = shape_of(program, expr);
            if !ready {
                stack.push((expr, true));
                stack.extend(children.iter().rev().map(|child| (*child, false)));
                continue;
            }
            let arguments: SmallVec<[u32; 3]> = children.iter().map(|child| position[child]).collect();
            arguments.iter().for_each(|argument| uses[*argument as usize] += 1);
            position.insert(expr, nodes.len() as u32);
            uses.push(0);
            nodes.push(Node { expr, arguments, shape, owns_first: false });
        }
        for node in &mut nodes {
            node.owns_first = node.arguments.first().is_some_and(|first| uses[*first as usize] == 1);
        }
        let applies = nodes.iter().any(|node| matches!(program.expr(node.expr).kind, ExprKind::Apply(..)));
        Self { nodes, applies }
    }
}

fn shape_of(program: &Program, expr: ExprId) -> (Shape, SmallVec<[ExprId; 3]>) {
    let kind = &program.expr(expr).kind;
    let mut children = SmallVec::new();
    match kind {
        ExprKind::Forall(..) | ExprKind::Exists(..) | ExprKind::Old(_) => {}
        ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Member(..) => {
            if let Some((root, path)) = component(program, expr) {
                program.expr(root).kind.for_each_child(|child| children.push(child));
                children.extend(path.iter().filter_map(|step| match step {
                    Projection::Index(index) => Some(*index),
                    Projection::Field(_) | Projection::Member(_) => None,
                }));
                return (Shape::Component { root, path }, children);
            }
            kind.for_each_child(|child| children.push(child));
        }
        _ => kind.for_each_child(|child| children.push(child)),
    }
    (Shape::Operation, children)
}

/// The variable or load an expression reads a component of. Members of unions that are not in memory are
/// operations of their own: they have no value to refer to.
fn component(program: &Program, expr: ExprId) -> Option<(ExprId, Vec<Projection>)> {
    let mut path = Vec::new();
    let mut at = expr;
    loop {
        match &program.expr(at).kind {
            ExprKind::Index(base, index) => {
                path.push(Projection::Index(*index));
                at = *base;
            }
            ExprKind::Field(base, n) => {
                path.push(Projection::Field(*n));
                at = *base;
            }
            ExprKind::Member(base, n) => {
                path.push(Projection::Member(*n));
                at = *base;
            }
            ExprKind::Var(var) => {
                let in_memory = program.variables.get(*var)?.addressable;
                let has_member = path.iter().any(|step| matches!(step, Projection::Member(_)));
                path.reverse();
                return (in_memory || !has_member).then_some((at, path));
            }
            ExprKind::Load(_) => {
                path.reverse();
                return Some((at, path));
            }
            _ => return None,
        }
    }
}
