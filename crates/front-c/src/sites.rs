//! What executions of a C file come by, as places in the text that the user wrote: statements, branchings, calls.
//!
//! Places inside a macro's expansion are those of the macro's name, so whoever writes compares the text there. Nothing is
//! typed: a file that only parses has sites.

use crate::STACK_BYTES;
use crate::load::{CInput, COptions, Loader};
use crate::syntax::ast::{
    BlockItem, Compound, Declaration, Expression, ExpressionKind, ExternalItem, ForStart, Initializer, InitializerList,
    Statement, StatementKind,
};
use crate::syntax::names::Names;
use cairn_base::{Budget, Diagnostic, SourceMap, Span};

#[derive(Clone, Default, Debug)]
pub struct Sites {
    pub statements: Vec<StatementSite>,
    pub branchings: Vec<Branching>,
    pub calls: Vec<Call>,
}

#[derive(Clone, Debug)]
pub struct StatementSite {
    pub span: Span,
    pub what: What,
    /// Whether another statement may stand in front of it.
    pub is_in_block: bool,
    pub function: String,
}

#[derive(Clone, Debug)]
pub enum What {
    Declaration,
    /// The condition, if one is written, and the body.
    Loop {
        word: &'static str,
        condition: Option<Span>,
        body: Span,
    },
    /// The statement behind the label.
    Labelled(Span),
    Other,
}

/// Where an execution goes one way or another.
#[derive(Clone, Debug)]
pub struct Branching {
    /// Where its word begins, or the whole of `condition ? then : otherwise`.
    pub span: Span,
    pub condition: Option<Span>,
    pub kind: BranchingKind,
    pub function: String,
}

#[derive(Clone, Debug)]
pub enum BranchingKind {
    If,
    Loop(&'static str),
    Conditional,
    /// The labels, as (lowest, highest).
    Switch(Vec<(Span, Option<Span>)>),
}

#[derive(Clone, Debug)]
pub struct Call {
    /// From the function's name to the closing parenthesis.
    pub span: Span,
    pub arguments: Vec<Span>,
    pub function: String,
    /// It is a statement of its own.
    pub is_statement: bool,
}

/// The sites of a file, or what is wrong with it.
pub fn sites(
    sources: &mut SourceMap,
    input: &CInput,
    options: &COptions,
    budget: &Budget,
    read: &mut (dyn FnMut(&str) -> Option<String> + Send),
) -> (Option<Sites>, Vec<Diagnostic>) {
    let work = move || {
        let mut diagnostics = Vec::new();
        let mut loader = Loader { sources, options, names: Names::default(), diagnostics: &mut diagnostics };
        let made = loader.unit(input, budget, read).map(|unit| {
            let mut walk = Walk { sites: Sites::default(), function: String::new() };
            for item in &unit.items {
                if let ExternalItem::Function(definition) = item {
                    let name = definition.declarator.name.map(|name| loader.names.text(name.symbol).to_string());
                    walk.function = name.unwrap_or_default();
                    walk.compound(&definition.body);
                }
            }
            walk.sites
        });
        (made, diagnostics)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        match thread.map(|t| t.join()) {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => (None, vec![Diagnostic::error(crate::codes::TOO_DEEP, "no thread could be started")]),
        }
    })
}

struct Walk {
    sites: Sites,
    function: String,
}

impl Walk {
    fn add(&mut self, span: Span, what: What, is_in_block: bool) {
        let function = self.function.clone();
        self.sites.statements.push(StatementSite { span, what, is_in_block, function });
    }
    fn branching(&mut self, span: Span, condition: Option<&Expression>, kind: BranchingKind) {
        let function = self.function.clone();
        self.sites.branchings.push(Branching { span, condition: condition.map(|c| c.span), kind, function });
    }
    fn compound(&mut self, compound: &Compound) {
        for item in &compound.items {
            match item {
                BlockItem::Declaration(declaration) => {
                    self.add(declaration.span, What::Declaration, true);
                    self.declaration(declaration);
                }
                BlockItem::Statement(statement) => self.statement(statement, true),
                BlockItem::Function(_)
                | BlockItem::Labels(_)
                | BlockItem::StaticAssert(_)
                | BlockItem::Annotation(_) => {}
            }
        }
    }
    fn declaration(&mut self, declaration: &Declaration) {
        for own in &declaration.declarators {
            match &own.initializer {
                Some(Initializer::Expression(value)) => self.expression(value),
                Some(Initializer::List(list)) => self.list(list),
                None => {}
            }
        }
    }
    fn list(&mut self, list: &InitializerList) {
        for item in &list.items {
            match &item.value {
                Initializer::Expression(value) => self.expression(value),
                Initializer::List(list) => self.list(list),
            }
        }
    }
    fn looped(
        &mut self,
        of: &Statement,
        word: &'static str,
        condition: Option<&Expression>,
        body: &Statement,
        is_in_block: bool,
    ) {
        let what = What::Loop { word, condition: condition.map(|c| c.span), body: body.span };
        self.add(of.span, what, is_in_block);
        self.branching(of.span, condition, BranchingKind::Loop(word));
        if let Some(condition) = condition {
            self.expression(condition);
        }
        self.statement(body, false);
    }
    fn statement(&mut self, of: &Statement, is_in_block: bool) {
        match &of.kind {
            StatementKind::While { condition, body, .. } => {
                self.looped(of, "while", Some(condition), body, is_in_block);
            }
            StatementKind::DoWhile { condition, body, .. } => self.looped(of, "do", Some(condition), body, is_in_block),
            StatementKind::For { start, condition, step, body, .. } => {
                match start {
                    ForStart::None => {}
                    ForStart::Expression(value) => self.expression(value),
                    ForStart::Declaration(declaration) => self.declaration(declaration),
                }
                self.looped(of, "for", condition.as_ref(), body, is_in_block);
                step.iter().for_each(|step| self.expression(step));
            }
            StatementKind::Label { body, .. } | StatementKind::Case { body, .. } | StatementKind::Default(body) => {
                self.add(of.span, What::Labelled(body.span), is_in_block);
                self.statement(body, is_in_block);
            }
            StatementKind::Annotated(_, body) => self.statement(body, is_in_block),
            kind => {
                self.add(of.span, What::Other, is_in_block);
                self.plain(of.span, kind);
            }
        }
    }
    fn plain(&mut self, span: Span, kind: &StatementKind) {
        match kind {
            StatementKind::Compound(compound) => self.compound(compound),
            StatementKind::If { condition, then, otherwise } => {
                self.branching(span, Some(condition), BranchingKind::If);
                self.expression(condition);
                self.statement(then, false);
                otherwise.iter().for_each(|otherwise| self.statement(otherwise, false));
            }
            StatementKind::Switch { value, body } => {
                let mut labels = Vec::new();
                labels_of(body, &mut labels);
                self.branching(span, Some(value), BranchingKind::Switch(labels));
                self.expression(value);
                self.statement(body, false);
            }
            StatementKind::Expression(value) => {
                let before = self.sites.calls.len();
                self.expression(value);
                if matches!(value.kind, ExpressionKind::Call(..))
                    && let Some(call) = self.sites.calls.get_mut(before..).and_then(|new| new.last_mut())
                {
                    call.is_statement = true;
                }
            }
            StatementKind::ComputedGoto(value) | StatementKind::Return(Some(value)) => self.expression(value),
            _ => {}
        }
    }
    /// What is evaluated in an expression; a call comes after those in its arguments.
    fn expression(&mut self, of: &Expression) {
        use ExpressionKind as E;
        match &of.kind {
            E::Unary(_, value)
            | E::Cast(_, value)
            | E::Member(value, _)
            | E::Arrow(value, _)
            | E::VaArg(value, _)
            | E::ConvertVector(value, _) => self.expression(value),
            E::Binary(_, left, right) | E::Assign(_, left, right) | E::Index(left, right) => {
                self.expression(left);
                self.expression(right);
            }
            E::Conditional(condition, then, otherwise) => {
                self.branching(of.span, Some(condition), BranchingKind::Conditional);
                self.expression(condition);
                then.iter().for_each(|then| self.expression(then));
                self.expression(otherwise);
            }
            E::Call(callee, arguments) => {
                self.expression(callee);
                arguments.iter().for_each(|argument| self.expression(argument));
                let function = self.function.clone();
                let arguments = arguments.iter().map(|argument| argument.span).collect();
                self.sites.calls.push(Call { span: of.span, arguments, function, is_statement: false });
            }
            E::CompoundLiteral(_, list) => self.list(list),
            E::Statement(compound) => self.compound(compound),
            _ => {}
        }
    }
}

/// The labels of a `switch`, without those of others inside of it.
fn labels_of(of: &Statement, labels: &mut Vec<(Span, Option<Span>)>) {
    match &of.kind {
        StatementKind::Case { low, high, body } => {
            labels.push((low.span, high.as_ref().map(|high| high.span)));
            labels_of(body, labels);
        }
        StatementKind::Compound(compound) => {
            for item in &compound.items {
                if let BlockItem::Statement(statement) = item {
                    labels_of(statement, labels);
                }
            }
        }
        StatementKind::Label { body, .. }
        | StatementKind::Default(body)
        | StatementKind::Annotated(_, body)
        | StatementKind::While { body, .. }
        | StatementKind::DoWhile { body, .. }
        | StatementKind::For { body, .. } => labels_of(body, labels),
        StatementKind::If { then, otherwise, .. } => {
            labels_of(then, labels);
            otherwise.iter().for_each(|otherwise| labels_of(otherwise, labels));
        }
        _ => {}
    }
}
