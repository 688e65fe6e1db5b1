//! The flow graph of a program.
//!
//! Statements of one line that follow each other are one node; checks and lifetimes are none. Blocks that only jump are left out.
//! The return of the procedure where runs start goes to itself: runs that end stay there for ever.

use super::{Action, Call, Contract, Edge, FlowGraph, Node, ProcedureGraph};
use cairn_base::source::{SourceMap, Span};
use cairn_ir::display::{condition_text, written_text};
use cairn_ir::{
    BlockId, Callee, ExprId, Language, Location, Place, ProcId, Procedure, ProcedureRole, Program, Region, Statement,
    StatementKind, Terminator, VarId,
};
use cairn_passes::CallGraph;
use std::collections::{BTreeMap, BTreeSet};

/// The graphs of what the entries reach; contracts stand for the calls of some procedures.
pub fn flow_graph(
    program: &Program,
    entries: &[ProcId],
    abstracted: &BTreeSet<ProcId>,
    sources: &SourceMap,
) -> FlowGraph {
    let starts: Vec<ProcId> = entries.iter().map(|entry| started(program, *entry)).collect();
    let mut open = starts.clone();
    let mut seen: BTreeSet<ProcId> = BTreeSet::new();
    let calls = CallGraph::new(program);
    let mut order = Vec::new();
    while let Some(next) = open.pop() {
        if !program.procedures[next].has_body() || abstracted.contains(&next) || !seen.insert(next) {
            continue;
        }
        order.push(next);
        let mut callees: Vec<ProcId> = calls.callees(next).to_vec();
        callees.sort_unstable();
        open.extend(callees.into_iter().rev());
    }
    let procedures = order.into_iter().map(|id| {
        let is_start = starts.contains(&id);
        Extraction::new(program, id, abstracted, sources).graph(is_start)
    });
    let starts = starts.iter().map(|id| program.procedures[*id].name.to_string()).collect();
    FlowGraph { procedures: procedures.collect(), starts }
}

/// The procedure of the source that an entry starts.
fn started(program: &Program, entry: ProcId) -> ProcId {
    match &program.procedures[entry].role {
        ProcedureRole::Start(name) => program.find_procedure(name).unwrap_or(entry),
        _ => entry,
    }
}

struct Extraction<'a, 'p> {
    program: &'p Program,
    body: &'p Procedure,
    abstracted: &'a BTreeSet<ProcId>,
    sources: &'a SourceMap,
    graph: ProcedureGraph,
    /// The first node of each block that has one.
    first: BTreeMap<BlockId, usize>,
    short_name: String,
}

/// What is to be connected with the next node.
struct Pending {
    from: usize,
    call: Option<Call>,
}

impl<'a, 'p> Extraction<'a, 'p> {
    fn new(program: &'p Program, id: ProcId, abstracted: &'a BTreeSet<ProcId>, sources: &'a SourceMap) -> Self {
        let body = &program.procedures[id];
        let names = |vars: &[VarId]| vars.iter().map(|var| written_text(program, &Place::var(*var))).collect();
        let graph = ProcedureGraph {
            name: body.name.to_string(),
            parameters: names(&body.parameters),
            results: names(&body.results),
            ..ProcedureGraph::default()
        };
        let short_name = body.name.rsplit('.').next().unwrap_or(&body.name).to_lowercase();
        let first = BTreeMap::new();
        Self { program, body, abstracted, sources, graph, first, short_name }
    }
    fn graph(mut self, is_start: bool) -> ProcedureGraph {
        let order = cairn_passes::Loops::new(self.body).order;
        let kept: Vec<BlockId> = order.into_iter().filter(|block| !self.only_jumps(*block)).collect();
        let mut ends = Vec::new();
        for block in &kept {
            ends.push((*block, self.block(*block)));
        }
        for (block, pending) in ends {
            self.leave(block, pending);
        }
        self.graph.entry = self.target(Procedure::ENTRY);
        if let (Some(returns), true) = (self.graph.returns, is_start) {
            self.graph.edges.push(Edge { from: returns, to: returns, guard: None, call: None });
        }
        self.renamed()
    }

    // ---- nodes ----

    fn node(&mut self, action: Action, span: Option<Span>) -> usize {
        let place = span.map(|span| self.sources.location(span)).map(|at| format!("{}:{}", at.file, at.line));
        self.graph.nodes.push(Node { name: String::new(), action, place });
        self.graph.nodes.len() - 1
    }
    /// Whether a block has no node of its own.
    fn only_jumps(&self, block: BlockId) -> bool {
        let own = &self.body.blocks[block];
        let Terminator::Goto(_) = own.terminator else { return false };
        !own.statements.iter().any(|s| self.is_shown(s)) && !self.jumps_for_ever(block)
    }
    /// Whether jumps alone lead from a block back to it: then it must have a node.
    fn jumps_for_ever(&self, block: BlockId) -> bool {
        let mut seen = BTreeSet::new();
        let mut at = block;
        while let Terminator::Goto(next) = self.body.blocks[at].terminator {
            if self.body.blocks[at].statements.iter().any(|s| self.is_shown(s)) {
                return false;
            }
            if !seen.insert(at) {
                return at == block;
            }
            at = next;
        }
        false
    }
    fn is_shown(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Check { .. } | StatementKind::Live(_) | StatementKind::Dead(_) => false,
            StatementKind::Assume(condition) => {
                !matches!(self.program.expr(*condition).kind, cairn_ir::ExprKind::Const(_))
            }
            _ => true,
        }
    }
    /// The nodes of a block, connected with each other; what its end is connected with comes later.
    fn block(&mut self, block: BlockId) -> Pending {
        let body: &'p Procedure = self.body;
        let own = &body.blocks[block];
        let shown: Vec<&Statement> = own.statements.iter().filter(|s| self.is_shown(s)).collect();
        let mut pending: Option<Pending> = None;
        let mut line: Option<(usize, Option<(String, u32)>)> = None;
        for statement in shown {
            let span = statement.origin.span;
            let at = span.map(|span| self.sources.location(span)).map(|at| (at.file, at.line));
            if let StatementKind::Call { callee, arguments, results } = &statement.kind {
                let (action, call) = self.called(callee, arguments, results);
                let node = self.node(action, span);
                self.follow(block, &mut pending, node);
                pending = Some(Pending { from: node, call });
                line = None;
                continue;
            }
            let step = self.step(&statement.kind);
            match &line {
                // Statements of one line are one action.
                Some((node, before)) if *before == at && at.is_some() => {
                    if let Action::Steps(steps) = &mut self.graph.nodes[*node].action {
                        steps.push(step);
                    }
                }
                _ => {
                    let node = self.node(Action::Steps(vec![step]), span);
                    self.follow(block, &mut pending, node);
                    pending = Some(Pending { from: node, call: None });
                    line = Some((node, at));
                }
            }
        }
        // A choice behind a call is made in a node of its own; so is what has no action.
        let chooses = matches!(own.terminator, Terminator::Branch { .. } | Terminator::Switch { .. });
        let after_call = pending.as_ref().is_some_and(|p| p.call.is_some());
        match pending {
            Some(pending) if !(chooses && after_call) => pending,
            mut pending => {
                let returns = matches!(own.terminator, Terminator::Return);
                let node =
                    if returns { self.return_node() } else { self.node(Action::Identity, own.terminator_origin.span) };
                self.follow(block, &mut pending, node);
                Pending { from: node, call: None }
            }
        }
    }
    fn follow(&mut self, block: BlockId, pending: &mut Option<Pending>, node: usize) {
        self.first.entry(block).or_insert(node);
        if let Some(Pending { from, call }) = pending.take() {
            self.graph.edges.push(Edge { from, to: node, guard: None, call });
        }
    }
    fn return_node(&mut self) -> usize {
        if let Some(known) = self.graph.returns {
            return known;
        }
        let node = self.node(Action::Identity, None);
        self.graph.returns = Some(node);
        node
    }

    // ---- edges ----

    /// The first node of a block, behind jumps.
    fn target(&self, block: BlockId) -> usize {
        let mut at = block;
        loop {
            if let Some(node) = self.first.get(&at) {
                return *node;
            }
            match self.body.blocks[at].terminator {
                Terminator::Goto(next) => at = next,
                // Every other block has a node.
                _ => return 0,
            }
        }
    }
    fn leave(&mut self, block: BlockId, pending: Pending) {
        let Pending { from, call } = pending;
        let edge = |this: &mut Self, to: usize, guard: Option<String>| {
            this.graph.edges.push(Edge { from, to, guard, call: call.clone() });
        };
        let body: &'p Procedure = self.body;
        match &body.blocks[block].terminator {
            Terminator::Goto(next) => {
                let to = self.target(*next);
                edge(self, to, None);
            }
            Terminator::Branch { condition, then, otherwise } => {
                let text = condition_text(self.program, *condition);
                let (then, otherwise) = (self.target(*then), self.target(*otherwise));
                let negated = self.negated(*condition, &text);
                edge(self, then, Some(text));
                edge(self, otherwise, Some(negated));
            }
            Terminator::Switch { value, cases, default } => {
                let subject = condition_text(self.program, *value);
                let ty = self.program.type_of(*value);
                let equals = if self.program.language == Language::Ada { "=" } else { "==" };
                let mut values = Vec::new();
                for (case, target) in cases {
                    let case = cairn_ir::display::value_text(self.program, ty, case);
                    let to = self.target(*target);
                    edge(self, to, Some(format!("{subject} {equals} {case}")));
                    values.push(case);
                }
                let to = self.target(*default);
                edge(self, to, Some(format!("{subject} is none of {}", values.join(", "))));
            }
            Terminator::Return => {
                let to = self.return_node();
                if to != from {
                    edge(self, to, None);
                }
            }
            Terminator::Stop => {
                let end = self.node(Action::Steps(vec!["the program ends".into()]), None);
                edge(self, end, None);
                self.graph.edges.push(Edge { from: end, to: end, guard: None, call: None });
            }
        }
    }
    fn negated(&self, condition: ExprId, text: &str) -> String {
        if let cairn_ir::ExprKind::Unary(cairn_ir::Unary::Not, inner) = self.program.expr(condition).kind {
            return condition_text(self.program, inner);
        }
        let simple = !text.contains(' ');
        match self.program.language {
            Language::C if simple => format!("!{text}"),
            Language::C => format!("!({text})"),
            _ if simple => format!("not {text}"),
            _ => format!("not ({text})"),
        }
    }

    // ---- texts ----

    fn step(&mut self, kind: &StatementKind) -> String {
        match kind {
            StatementKind::Assign { target, value } => {
                let value = condition_text(self.program, *value);
                format!("{} := {value}", self.place(target))
            }
            StatementKind::Havoc { target } => format!("{} := anything", self.place(target)),
            StatementKind::Assume(condition) => format!("assume {}", condition_text(self.program, *condition)),
            StatementKind::Allocate { target, count, .. } => {
                let count = condition_text(self.program, *count);
                format!("{} := a new object of {count} elements", self.place(target))
            }
            StatementKind::Release(pointer) => format!("release {}", condition_text(self.program, *pointer)),
            StatementKind::CopyMemory { target, source, bytes } => {
                let [target, source, bytes] = [target, source, bytes].map(|e| condition_text(self.program, *e));
                format!("copy {bytes} bytes from {source} to {target}")
            }
            StatementKind::FillMemory { target, value, bytes } => {
                let [target, value, bytes] = [target, value, bytes].map(|e| condition_text(self.program, *e));
                format!("fill {bytes} bytes at {target} with {value}")
            }
            StatementKind::Event { name, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|a| condition_text(self.program, *a)).collect();
                format!("event {name}({})", arguments.join(", "))
            }
            // These are not shown, or edges.
            StatementKind::Check { .. }
            | StatementKind::Live(_)
            | StatementKind::Dead(_)
            | StatementKind::Call { .. } => String::new(),
        }
    }
    fn place(&self, place: &Place) -> String {
        written_text(self.program, place)
    }
    fn called(&mut self, callee: &Callee, arguments: &[ExprId], results: &[Place]) -> (Action, Option<Call>) {
        let arguments: Vec<String> = arguments.iter().map(|a| condition_text(self.program, *a)).collect();
        let results: Vec<String> = results.iter().map(|place| self.place(place)).collect();
        match callee {
            Callee::Direct(id) if self.abstracted.contains(id) => {
                (Action::Contract(self.contract(*id, arguments, results)), None)
            }
            Callee::Direct(id) => {
                let procedures = vec![self.program.procedures[*id].name.to_string()];
                (Action::Identity, Some(Call { procedures, arguments, results }))
            }
            Callee::Indirect { candidates, .. } => {
                let procedures = candidates.iter().map(|id| self.program.procedures[*id].name.to_string()).collect();
                (Action::Identity, Some(Call { procedures, arguments, results }))
            }
        }
    }
    fn contract(&mut self, id: ProcId, arguments: Vec<String>, results: Vec<String>) -> Contract {
        let procedure = &self.program.procedures[id];
        let own = &procedure.contract;
        let said = |clause: &ExprId, word: &str| {
            let text = own.texts.get(clause).map_or_else(|| condition_text(self.program, *clause), |t| t.to_string());
            if text.starts_with(word) { text } else { format!("{word} {text}") }
        };
        let requires = own.requires.iter().map(|clause| said(clause, "requires")).collect();
        let ensures = own.ensures.iter().map(|clause| said(clause, "ensures")).collect();
        let assigns = own.assigns.as_ref().map(|all| all.iter().map(|location| self.location(location)).collect());
        Contract { procedure: procedure.name.to_string(), arguments, results, requires, ensures, assigns }
    }
    fn location(&mut self, location: &Location) -> String {
        match &location.region {
            Region::Place(place) => self.place(place),
            Region::Elements { pointer, low, high, .. } => {
                let [pointer, low, high] = [pointer, low, high].map(|e| condition_text(self.program, *e));
                format!("{pointer}[{low} .. {high}]")
            }
            Region::Object(pointer) => format!("the object of {}", condition_text(self.program, *pointer)),
        }
    }

    // ---- names ----

    /// Nodes in the order in which they are come to, named after the procedure: `main1`, `main2`.
    fn renamed(mut self) -> ProcedureGraph {
        let graph = &mut self.graph;
        let mut order = Vec::new();
        let mut seen = vec![false; graph.nodes.len()];
        let mut open = vec![graph.entry];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node], true) {
                continue;
            }
            order.push(node);
            let next: Vec<usize> = graph.edges.iter().filter(|e| e.from == node).map(|e| e.to).collect();
            open.extend(next.into_iter().rev());
        }
        // The return comes last.
        if let Some(returns) = graph.returns.filter(|returns| order.contains(returns)) {
            order.retain(|node| *node != returns);
            order.push(returns);
        }
        let mut number = vec![None; graph.nodes.len()];
        for (new, old) in order.iter().enumerate() {
            number[*old] = Some(new);
        }
        let nodes = order.iter().enumerate().map(|(new, old)| {
            let node = graph.nodes[*old].clone();
            Node { name: format!("{}{}", self.short_name, new + 1), ..node }
        });
        let nodes: Vec<Node> = nodes.collect();
        let kept = |edge: &Edge| Some(Edge { from: number[edge.from]?, to: number[edge.to]?, ..edge.clone() });
        let mut edges: Vec<Edge> = graph.edges.iter().filter_map(kept).collect();
        edges.sort_by_key(|edge| edge.from);
        let returns = graph.returns.and_then(|node| number[node]);
        ProcedureGraph { nodes, edges, entry: 0, returns, ..graph.clone() }
    }
}
