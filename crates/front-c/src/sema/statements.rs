//! Statements: blocks, branches, loops, jumps.

use super::tree::{Annotation, Block, Case, CaseId, CastKind, CastReason, Expr, LabelId, Stmt, StmtKind};
use super::{Analyzer, LabelState, SwitchContext};
use crate::acsl::syntax::LoopAnnotation;
use crate::codes;
use crate::syntax::ast::{
    self, AsmOperand, AsmStatement, BlockItem, Compound, Expression, ForStart, Identifier, Statement, StatementKind,
};
use cairn_base::{Diagnostic, Span};
use num_bigint::BigInt;

impl Analyzer<'_> {
    fn compound(&mut self, compound: &Compound) -> Block {
        self.open_block();
        let mut statements = Vec::new();
        self.block_items(&compound.items, &mut statements);
        self.close_block(statements, compound.end)
    }
    /// The block of a statement expression; its last expression is its value.
    pub(super) fn compound_with_value(&mut self, compound: &Compound) -> (Block, Option<Expr>) {
        self.open_block();
        let mut statements = Vec::new();
        let last = compound.items.iter().rposition(|item| !matches!(item, BlockItem::Annotation(_)));
        let result = last.and_then(|at| match &compound.items[at] {
            BlockItem::Statement(statement) => labelled_expression(statement).map(|found| (at, found)),
            _ => None,
        });
        let value = match result {
            Some((at, (labels, expression))) => {
                self.block_items_opened(&compound.items[..at], &mut statements);
                for label in labels {
                    let mark = self.define_label(label);
                    statements.extend(mark.map(|mark| Stmt { kind: StmtKind::LabelMark(mark), span: label.span }));
                }
                Some(self.value(expression))
            }
            None => {
                self.block_items_opened(&compound.items, &mut statements);
                None
            }
        };
        self.close_labels(&compound.items);
        let block = self.close_block(statements, compound.end);
        (block, value)
    }
    pub(super) fn block_items(&mut self, items: &[BlockItem], out: &mut Vec<Stmt>) {
        self.block_items_opened(items, out);
        self.close_labels(items);
    }
    fn block_items_opened(&mut self, items: &[BlockItem], out: &mut Vec<Stmt>) {
        let mut annotations: Vec<Annotation> = Vec::new();
        for item in items {
            match item {
                BlockItem::Annotation(annotation) => annotations.push(annotation.clone()),
                BlockItem::Statement(statement) => {
                    let found = std::mem::take(&mut annotations);
                    self.annotated(&found, Vec::new(), statement, out);
                }
                _ => {
                    self.unattached(&mut annotations, out);
                    self.block_item(item, out);
                }
            }
        }
        self.unattached(&mut annotations, out);
    }
    fn block_item(&mut self, item: &BlockItem, out: &mut Vec<Stmt>) {
        match item {
            BlockItem::Declaration(declaration) => {
                self.declaration(declaration, out);
                self.flush_unordered(out);
            }
            BlockItem::Function(definition) => self.nested_function(definition, out),
            BlockItem::Labels(names) => self.declare_labels(names),
            BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
            BlockItem::Statement(_) | BlockItem::Annotation(_) => {}
        }
    }
    /// A statement as a block of its own.
    fn body(&mut self, statement: &Statement) -> Block {
        if let StatementKind::Compound(compound) = &statement.kind {
            return self.compound(compound);
        }
        self.open_block();
        let mut statements = Vec::new();
        self.statement(statement, Vec::new(), &mut statements);
        self.close_block(statements, statement.span)
    }
    fn loop_body(&mut self, statement: &Statement) -> Block {
        self.enter(1, 1);
        let block = self.body(statement);
        self.leave(1, 1);
        block
    }
    fn enter(&mut self, breakable: u32, loops: u32) {
        if let Some(function) = &mut self.function {
            function.breakable += breakable;
            function.loops += loops;
        }
    }
    fn leave(&mut self, breakable: u32, loops: u32) {
        if let Some(function) = &mut self.function {
            function.breakable -= breakable;
            function.loops -= loops;
        }
    }
    /// An expression whose value is not used.
    fn effect(&mut self, expression: &Expression) -> Expr {
        let value = self.value(expression);
        self.check_order(&value);
        value
    }
    fn tested(&mut self, expression: &Expression) -> Expr {
        let value = self.condition(expression);
        self.check_order(&value);
        value
    }
    pub(super) fn statement(&mut self, statement: &Statement, loops: Vec<LoopAnnotation>, out: &mut Vec<Stmt>) {
        let span = statement.span;
        let kind = match &statement.kind {
            StatementKind::Empty => return,
            StatementKind::Expression(expression) => StmtKind::Expr(self.effect(expression)),
            StatementKind::Compound(compound) => StmtKind::Block(self.compound(compound)),
            StatementKind::If { condition, then, otherwise } => {
                let condition = self.tested(condition);
                self.flush_unordered(out);
                let then = self.body(then);
                let otherwise = otherwise.as_ref().map(|statement| self.body(statement));
                StmtKind::If { condition, then, otherwise }
            }
            StatementKind::Switch { value, body } => match self.switch(value, body, out) {
                Some(kind) => kind,
                None => return,
            },
            StatementKind::While { condition, body, clauses } => {
                let condition = self.tested(condition);
                self.flush_unordered(out);
                let specification = self.loop_contract(&loops, clauses);
                let body = self.loop_body(body);
                StmtKind::While { condition, body, specification }
            }
            StatementKind::DoWhile { body, condition, clauses } => {
                let specification = self.loop_contract(&loops, clauses);
                let body = self.loop_body(body);
                let condition = self.tested(condition);
                StmtKind::DoWhile { body, condition, specification }
            }
            StatementKind::For { start, condition, step, body, clauses } => {
                let (condition, step) = (condition.as_ref(), step.as_ref());
                let (start, condition, step) = self.loop_head(start, condition, step);
                self.flush_unordered(out);
                let specification = self.loop_contract(&loops, clauses);
                let body = self.loop_body(body);
                let start = self.close_block(start, span);
                StmtKind::For { start, condition, step, body, specification }
            }
            StatementKind::Label { name, body, .. } => {
                if let Some(label) = self.define_label(*name) {
                    out.push(Stmt { kind: StmtKind::LabelMark(label), span: name.span });
                }
                return self.statement(body, loops, out);
            }
            StatementKind::Case { low, high, body } => {
                self.case(low, high.as_ref(), span, out);
                return self.statement(body, loops, out);
            }
            StatementKind::Default(body) => {
                self.default_case(span, out);
                return self.statement(body, loops, out);
            }
            StatementKind::Annotated(inner, body) => {
                return self.annotated(inner, loops, body, out);
            }
            StatementKind::Asm(asm) => match self.asm(asm) {
                Some(kind) => kind,
                None => return,
            },
            _ => match self.jump(statement, out) {
                Some(kind) => kind,
                None => return,
            },
        };
        self.flush_unordered(out);
        out.push(Stmt { kind, span });
    }
    /// Nothing is proved about what has no defined order.
    fn flush_unordered(&mut self, out: &mut Vec<Stmt>) {
        self.unordered.dedup();
        out.extend(self.unordered.drain(..).map(|(span, what)| Stmt { kind: StmtKind::Unsupported(what), span }));
    }
    fn jump(&mut self, statement: &Statement, out: &mut Vec<Stmt>) -> Option<StmtKind> {
        let span = statement.span;
        let (breakable, loops) = self.function.as_ref().map_or((0, 0), |f| (f.breakable, f.loops));
        match &statement.kind {
            StatementKind::Goto(name) => self.use_label(*name).map(StmtKind::Goto),
            StatementKind::ComputedGoto(target) => {
                let void = self.types().void();
                let pointer = self.types().pointer_to(void);
                let value = self.value(target);
                let value = self.assign_convert(value, pointer, CastReason::Implied);
                Some(StmtKind::ComputedGoto(value))
            }
            StatementKind::Break if breakable > 0 => Some(StmtKind::Break),
            StatementKind::Continue if loops > 0 => Some(StmtKind::Continue),
            StatementKind::Break => {
                self.error(codes::BAD_STATEMENT, span, "`break` stands outside of loops and switches");
                None
            }
            StatementKind::Continue => {
                self.error(codes::BAD_STATEMENT, span, "`continue` stands outside of loops");
                None
            }
            StatementKind::Return(value) => self.return_statement(value.as_ref(), span, out),
            _ => None,
        }
    }
    fn return_statement(&mut self, value: Option<&Expression>, span: Span, out: &mut Vec<Stmt>) -> Option<StmtKind> {
        let result = self.function.as_ref().map(|f| f.result)?;
        let is_void = self.program.types.is_void(result);
        let Some(expression) = value else {
            if !is_void {
                self.warn(codes::BAD_STATEMENT, span, "`return` without a value in a function that returns one");
            }
            return Some(StmtKind::Return(None));
        };
        let value = self.value(expression);
        self.check_order(&value);
        if is_void {
            if !self.program.types.is_void(value.ty) && !self.program.types.is_error(value.ty) {
                self.warn(codes::BAD_STATEMENT, span, "`return` with a value in a function that returns none");
            }
            let value = self.cast(value, CastKind::ToVoid, CastReason::Return, result);
            out.push(Stmt { kind: StmtKind::Expr(value), span });
            return Some(StmtKind::Return(None));
        }
        let value = self.assign_convert(value, result, CastReason::Return);
        Some(StmtKind::Return(Some(value)))
    }
    /// Opens the block of a `for` loop; its first clause, condition and step.
    fn loop_head(
        &mut self,
        start: &ForStart,
        condition: Option<&Expression>,
        step: Option<&Expression>,
    ) -> (Vec<Stmt>, Option<Expr>, Option<Expr>) {
        self.open_block();
        let mut statements = Vec::new();
        match start {
            ForStart::None => {}
            ForStart::Expression(expression) => {
                let kind = StmtKind::Expr(self.effect(expression));
                statements.push(Stmt { kind, span: expression.span });
            }
            ForStart::Declaration(declaration) => self.declaration(declaration, &mut statements),
        }
        let condition = condition.map(|condition| self.tested(condition));
        let step = step.map(|step| self.effect(step));
        (statements, condition, step)
    }

    fn switch(&mut self, value: &Expression, body: &Statement, out: &mut Vec<Stmt>) -> Option<StmtKind> {
        let value = self.value(value);
        self.check_order(&value);
        if !self.program.types.is_integer(value.ty) {
            if !self.program.types.is_error(value.ty) {
                let message = format!("`switch` wants an integer, not `{}`", self.show(value.ty));
                self.error(codes::TYPE_MISMATCH, value.span, message);
            }
            return None;
        }
        self.flush_unordered(out);
        let value = self.promote(value);
        let context = SwitchContext { ty: value.ty, cases: Vec::new(), default: None };
        self.function.as_mut()?.switches.push(context);
        self.enter(1, 0);
        let body = self.body(body);
        self.leave(1, 0);
        let context = self.function.as_mut()?.switches.pop()?;
        self.check_cases(&context.cases);
        Some(StmtKind::Switch { value, cases: context.cases, default: context.default, body })
    }
    fn check_cases(&mut self, cases: &[Case]) {
        let mut sorted: Vec<&Case> = cases.iter().collect();
        sorted.sort_by(|a, b| a.first.cmp(&b.first));
        for pair in sorted.windows(2) {
            if pair[1].first <= pair[0].last {
                let message = format!("the case {} stands twice", pair[1].first);
                let error = Diagnostic::error(codes::BAD_STATEMENT, message).at(pair[1].span, "");
                self.report(error.and_at(pair[0].span, "the other one"));
            }
        }
    }
    fn next_case(&mut self) -> Option<CaseId> {
        let function = self.function.as_mut()?;
        let id = CaseId(function.next_case);
        function.next_case += 1;
        Some(id)
    }
    fn case(&mut self, low: &Expression, high: Option<&Expression>, span: Span, out: &mut Vec<Stmt>) {
        let first = self.constant_integer(low);
        let last = match high {
            Some(high) => self.constant_integer(high),
            None => first.clone(),
        };
        let ty = self.function.as_ref().and_then(|f| f.switches.last()).map(|s| s.ty);
        let Some(ty) = ty else {
            self.error(codes::BAD_STATEMENT, span, "`case` stands outside of a switch");
            return;
        };
        let (Some(first), Some(last)) = (first, last) else { return };
        let wrap = |value: &BigInt| self.program.types.wrap(value, ty);
        let (first, last) = (wrap(&first), wrap(&last));
        let Some(mark) = self.next_case() else { return };
        if first > last {
            self.warn(codes::BAD_STATEMENT, low.span, "the range of the case is empty");
        } else if let Some(switch) = self.function.as_mut().and_then(|f| f.switches.last_mut()) {
            switch.cases.push(Case { first, last, mark, span: low.span });
        }
        out.push(Stmt { kind: StmtKind::CaseMark(mark), span: low.span });
    }
    fn default_case(&mut self, span: Span, out: &mut Vec<Stmt>) {
        let Some(mark) = self.next_case() else { return };
        let switch = self.function.as_mut().and_then(|f| f.switches.last_mut());
        match switch {
            Some(switch) if switch.default.is_none() => switch.default = Some(mark),
            Some(_) => self.error(codes::BAD_STATEMENT, span, "the switch has two defaults"),
            None => self.error(codes::BAD_STATEMENT, span, "`default` stands outside of a switch"),
        }
        out.push(Stmt { kind: StmtKind::CaseMark(mark), span });
    }
    /// An empty template with no outputs is only a barrier for the compiler.
    fn asm(&mut self, asm: &AsmStatement) -> Option<StmtKind> {
        let is_empty = asm.template.text().trim().is_empty() && !asm.is_goto;
        let written = asm.outputs.iter().enumerate().filter(|(_, o)| !o.constraint.text().starts_with('+'));
        let written: Vec<(usize, &AsmOperand)> = written.collect();
        match (&written[..], is_empty) {
            // What is read and written keeps its value.
            ([], true) => {
                asm.outputs.iter().chain(&asm.inputs).for_each(|operand| drop(self.operand(&operand.value)));
                None
            }
            ([(number, output)], true) if asm.outputs.len() == 1 => match tied(asm, *number) {
                Some(input) => Some(StmtKind::Expr(self.assignment(None, &output.value, &input.value, asm.span))),
                None => self.refused_asm(asm),
            },
            _ => self.refused_asm(asm),
        }
    }
    fn refused_asm(&mut self, asm: &AsmStatement) -> Option<StmtKind> {
        for operand in asm.outputs.iter().chain(&asm.inputs) {
            self.operand(&operand.value);
        }
        for label in &asm.labels {
            self.use_label(*label);
        }
        Some(StmtKind::Unsupported("inline assembly".into()))
    }

    fn declare_labels(&mut self, names: &[Identifier]) {
        let Some(function) = &mut self.function else { return };
        let mut scope = rustc_hash::FxHashMap::default();
        for name in names {
            let state =
                LabelState { name: name.symbol, defined: false, used: false, address_taken: false, span: name.span };
            scope.insert(name.symbol, function.labels.push(state));
        }
        function.label_scopes.push(scope);
    }
    /// Ends the scopes that `__label__` declarations of these items opened.
    fn close_labels(&mut self, items: &[BlockItem]) {
        let opened = items.iter().filter(|item| matches!(item, BlockItem::Labels(_))).count();
        if let Some(function) = &mut self.function {
            let keep = function.label_scopes.len().saturating_sub(opened).max(1);
            function.label_scopes.truncate(keep);
        }
    }
    fn find_label(&self, name: ast::Identifier) -> Option<LabelId> {
        let function = self.function.as_ref()?;
        function.label_scopes.iter().rev().find_map(|scope| scope.get(&name.symbol)).copied()
    }
    fn new_label(&mut self, name: Identifier, defined: bool) -> Option<LabelId> {
        let function = self.function.as_mut()?;
        let state = LabelState { name: name.symbol, defined, used: !defined, address_taken: false, span: name.span };
        let id = function.labels.push(state);
        function.label_scopes.first_mut()?.insert(name.symbol, id);
        Some(id)
    }
    pub(super) fn use_label(&mut self, name: Identifier) -> Option<LabelId> {
        match self.find_label(name) {
            Some(id) => {
                self.function.as_mut()?.labels[id].used = true;
                Some(id)
            }
            None => self.new_label(name, false),
        }
    }
    fn define_label(&mut self, name: Identifier) -> Option<LabelId> {
        let Some(id) = self.find_label(name) else { return self.new_label(name, true) };
        let state = &mut self.function.as_mut()?.labels[id];
        let (twice, earlier) = (state.defined, state.span);
        state.defined = true;
        state.span = name.span;
        if twice {
            let message = format!("the label `{}` is defined twice", self.text(name.symbol));
            let error = Diagnostic::error(codes::BAD_STATEMENT, message).at(name.span, "");
            self.report(error.and_at(earlier, "first here"));
        }
        Some(id)
    }
}

/// The input that is in the same place as an output, by its number.
fn tied(asm: &AsmStatement, number: usize) -> Option<&AsmOperand> {
    let is_same = |input: &&AsmOperand| {
        let text = input.constraint.text();
        text.trim() == number.to_string()
    };
    asm.inputs.iter().find(is_same)
}

/// The expression of an expression statement, with the labels before it.
fn labelled_expression(statement: &Statement) -> Option<(Vec<Identifier>, &Expression)> {
    match &statement.kind {
        StatementKind::Expression(expression) => Some((Vec::new(), expression)),
        StatementKind::Label { name, body, .. } => {
            let (mut labels, expression) = labelled_expression(body)?;
            labels.insert(0, *name);
            Some((labels, expression))
        }
        _ => None,
    }
}

/// Whether a statement is a loop, behind its labels.
pub(super) fn is_loop(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::While { .. } | StatementKind::DoWhile { .. } | StatementKind::For { .. } => true,
        StatementKind::Label { body, .. } | StatementKind::Case { body, .. } => is_loop(body),
        StatementKind::Default(body) | StatementKind::Annotated(_, body) => is_loop(body),
        _ => false,
    }
}
