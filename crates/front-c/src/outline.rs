//! Where things stand in a C file: what one needs to know to write into its text.
//!
//! In: one file. Out: its functions with their bodies, returns, loops and annotations, as places in the text that the user
//! wrote. Places inside a macro's expansion are those of the macro's name, so whoever writes compares the text there.

use crate::STACK_BYTES;
use crate::load::{CInput, COptions, Loader};
use crate::sema;
use crate::syntax::ast::{
    Annotation, BlockItem, Compound, Derivation, ExternalItem, FunctionDefinition, ParametersKind, Statement,
    StatementKind, TranslationUnit,
};
use crate::syntax::names::Names;
use crate::types::{Qualified, TypeKind, Types};
use cairn_base::{Budget, Diagnostic, SourceMap, Span};

#[derive(Clone, Default, Debug)]
pub struct Outline {
    pub functions: Vec<Function>,
    pub prototypes: Vec<Prototype>,
    /// Globals with the place behind which they are known, and whether other files see them.
    pub globals: Vec<Global>,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    pub at: Span,
    pub is_external: bool,
    /// `int x[3]`
    pub declaration: String,
}

/// A declaration of functions that are defined elsewhere in the file.
#[derive(Clone, Debug)]
pub struct Prototype {
    pub names: Vec<String>,
    pub span: Span,
    pub annotation: Option<Span>,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The whole definition.
    pub span: Span,
    /// The contract in front of it.
    pub annotation: Option<Span>,
    /// With its braces.
    pub body: Span,
    /// `int *r`, for each parameter that has a name.
    pub parameters: Vec<(String, String)>,
    pub result: Option<Result>,
    pub returns: Vec<Return>,
    pub loops: Vec<Loop>,
    /// Annotations inside the body that belong to no loop.
    pub annotations: Vec<Span>,
}

/// The type of a result: the text in front of a name and behind it.
#[derive(Clone, Debug)]
pub struct Result {
    pub before: String,
    pub behind: String,
}

#[derive(Clone, Copy, Debug)]
pub struct Return {
    pub span: Span,
    pub has_value: bool,
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub span: Span,
    pub annotation: Option<Span>,
    pub body: Span,
    pub body_is_block: bool,
}

/// The outline of a file, or what is wrong with it.
pub fn outline(
    sources: &mut SourceMap,
    input: &CInput,
    options: &COptions,
    budget: &Budget,
    read: &mut (dyn FnMut(&str) -> Option<String> + Send),
) -> (Option<Outline>, Vec<Diagnostic>) {
    let work = move || {
        let mut diagnostics = Vec::new();
        let mut loader = Loader { sources, options, names: Names::default(), diagnostics: &mut diagnostics };
        let made = loader.unit(input, budget, read).map(|unit| {
            let units = [unit];
            let (program, _) = sema::analyze(&units, &loader.names, options.data_model);
            of_unit(&units[0], &loader.names, &program)
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

fn of_unit(unit: &TranslationUnit, names: &Names, program: &sema::tree::Program) -> Outline {
    let mut made = Outline::default();
    let is_ghost =
        |span: Span| unit.ghosts.iter().any(|g| g.file == span.file && g.start <= span.start && span.end <= g.end);
    let mut before: Option<Span> = None;
    for item in &unit.items {
        match item {
            ExternalItem::Annotation(annotation) => {
                before = is_contract(annotation).then_some(annotation.span);
                continue;
            }
            ExternalItem::Function(definition) if !is_ghost(definition.span) => {
                made.functions.extend(function(definition, before, names, program));
            }
            ExternalItem::Declaration(declaration) if !is_ghost(declaration.span) => {
                let is_function = |d: &&crate::syntax::ast::InitDeclarator| {
                    matches!(d.declarator.derivations.first(), Some(Derivation::Function(_)))
                };
                let name = |d: &crate::syntax::ast::InitDeclarator| {
                    d.declarator.name.map(|name| names.text(name.symbol).to_string())
                };
                let declared: Vec<String> =
                    declaration.declarators.iter().filter(is_function).filter_map(name).collect();
                if !declared.is_empty() {
                    made.prototypes.push(Prototype { names: declared, span: declaration.span, annotation: before });
                }
                for own in declaration.declarators.iter().filter(|d| !is_function(d)) {
                    let Some(name) = name(own) else { continue };
                    made.globals.extend(global(&name, declaration.span, program));
                }
            }
            _ => {}
        }
        before = None;
    }
    made
}

fn global(name: &str, at: Span, program: &sema::tree::Program) -> Option<Global> {
    let found = program.variables.values().find(|v| *v.name == *name && v.function.is_none())?;
    let is_external = found.linkage == sema::tree::Linkage::External;
    let declaration = program.types.show_declaration(found.ty, name);
    Some(Global { name: name.into(), at, is_external, declaration })
}

/// What may stand first in the contract of a function.
fn is_contract(annotation: &Annotation) -> bool {
    const WORDS: [&str; 12] = [
        "requires",
        "assumes",
        "ensures",
        "assigns",
        "behavior",
        "complete",
        "disjoint",
        "terminates",
        "decreases",
        "frees",
        "allocates",
        "exits",
    ];
    let first = first_word(annotation);
    WORDS.contains(&first) || (matches!(first, "check" | "admit") && !annotation.text.contains("lemma"))
}

fn first_word(annotation: &Annotation) -> &str {
    let text = annotation.text.trim_start_matches(|c: char| c.is_whitespace() || c == '@');
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

fn function(
    definition: &FunctionDefinition,
    annotation: Option<Span>,
    names: &Names,
    program: &sema::tree::Program,
) -> Option<Function> {
    let name = names.text(definition.declarator.name?.symbol).to_string();
    let typed = program.functions.values().find(|f| *f.name == *name && f.body.is_some())?;
    let mut made = Function {
        name,
        span: definition.span,
        annotation,
        body: definition.body.span,
        parameters: Vec::new(),
        result: result(&program.types, typed.ty),
        returns: Vec::new(),
        loops: Vec::new(),
        annotations: definition.annotations.iter().map(|a| a.span).collect(),
    };
    for parameter in &typed.parameters {
        let own = &program.variables[*parameter];
        // Arrays are pointers here, and `const` of a parameter is the business of its function.
        let plain = Qualified::plain(own.ty.ty);
        made.parameters.push((own.name.to_string(), program.types.show_declaration(plain, &own.name)));
    }
    let is_unnamed = |kind: &ParametersKind| match kind {
        ParametersKind::Prototype { parameters, .. } => parameters.iter().any(|p| p.declarator.name.is_none()),
        _ => false,
    };
    if let Some(Derivation::Function(parameters)) = definition.declarator.derivations.first()
        && is_unnamed(&parameters.kind)
    {
        made.parameters.retain(|(name, _)| !name.is_empty());
    }
    block(&definition.body, &mut made);
    Some(made)
}

fn result(types: &Types, function: crate::types::TypeId) -> Option<Result> {
    const NAME: &str = "@";
    let TypeKind::Function(function) = types.kind(function) else { return None };
    if matches!(types.kind(function.result), TypeKind::Void) {
        return None;
    }
    let shown = types.show_declaration(Qualified::plain(function.result), NAME);
    let (before, behind) = shown.split_once(NAME)?;
    Some(Result { before: before.into(), behind: behind.into() })
}

fn block(compound: &Compound, made: &mut Function) {
    let mut before: Option<&Annotation> = None;
    for item in &compound.items {
        match item {
            BlockItem::Annotation(annotation) => {
                made.annotations.extend(before.map(|a| a.span));
                before = Some(annotation);
                continue;
            }
            BlockItem::Statement(own) => statement(own, before, made),
            _ => made.annotations.extend(before.map(|a| a.span)),
        }
        before = None;
    }
    made.annotations.extend(before.map(|a| a.span));
}

fn statement(of: &Statement, before: Option<&Annotation>, made: &mut Function) {
    let looped = |body: &Statement, made: &mut Function| {
        let own = before.filter(|a| first_word(a) == "loop" || first_word(a) == "for").map(|a| a.span);
        if own.is_none() {
            made.annotations.extend(before.map(|a| a.span));
        }
        let body_is_block = matches!(body.kind, StatementKind::Compound(_));
        made.loops.push(Loop { span: of.span, annotation: own, body: body.span, body_is_block });
        statement(body, None, made);
    };
    match &of.kind {
        StatementKind::While { body, .. } | StatementKind::DoWhile { body, .. } | StatementKind::For { body, .. } => {
            return looped(body, made);
        }
        StatementKind::Label { body, .. } | StatementKind::Case { body, .. } | StatementKind::Default(body) => {
            return statement(body, before, made);
        }
        StatementKind::Annotated(annotations, body) => {
            made.annotations.extend(before.map(|a| a.span));
            if let Some((last, others)) = annotations.split_last() {
                made.annotations.extend(others.iter().map(|a| a.span));
                return statement(body, Some(last), made);
            }
            statement(body, None, made);
        }
        StatementKind::Compound(compound) => block(compound, made),
        StatementKind::If { then, otherwise, .. } => {
            statement(then, None, made);
            if let Some(otherwise) = otherwise {
                statement(otherwise, None, made);
            }
        }
        StatementKind::Switch { body, .. } => statement(body, None, made),
        StatementKind::Return(value) => made.returns.push(Return { span: of.span, has_value: value.is_some() }),
        _ => {}
    }
    made.annotations.extend(before.map(|a| a.span));
}
