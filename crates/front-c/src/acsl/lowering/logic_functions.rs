//! Logic functions that are no abbreviations: recursive ones, those that axioms define, and inductive predicates.
//!
//! Each is a procedure of the role `logic`, applied in expressions to pure values. A pointer that it is given becomes the
//! number of the element that it stands at and, for each state that the function reads, what the object holds then: so
//! an application needs no state of its own, and lemmas about several states are conditions on several arrays. Integers
//! have [`INTEGER_BITS`] bits here and results [`RESULT_BITS`]; the pass of contracts sees to it that nothing is lost by
//! that, or nothing is known of the function.

use super::super::tree::{
    Connective, Label, Lemma, Location, LocationKind, LogicBody, LogicFunctionId, LogicType, LogicVariableId, Operator,
    Term, TermKind,
};
use super::{Part, Scope, Value, refuse};
use crate::lower::{Frame, Lower, Lowerer, Refusal};
use crate::types::TypeId;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, BlockId, Convert, ExprId, ExprKind, ProcId, ProcedureRole, Sign, Unary, VarId, VariableKind};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

const INTEGER_BITS: u32 = 72;
const RESULT_BITS: u32 = 144;
/// Lemmas speak of integers nearer to zero than two to this power.
const LEMMA_BITS: u32 = 70;
/// Numbers written in definitions and lemmas have at most so many bits.
const CONSTANT_BITS: u64 = 64;

/// What a pointer leads to in a definition or a lemma.
#[derive(Clone, Debug)]
pub(crate) struct Elements {
    /// Of C.
    element: TypeId,
    /// The number of the element that it points to, 64 bits.
    first: ExprId,
    /// By state.
    contents: Vec<ExprId>,
}

#[derive(Default)]
pub(crate) struct LogicProcedures {
    /// None: refused, and said so.
    functions: FxHashMap<LogicFunctionId, Option<ProcId>>,
    /// Lemmas and axioms that are used.
    stated: Vec<Span>,
}

impl LogicProcedures {
    pub fn is_stated(&self, span: Span) -> bool {
        self.stated.contains(&span)
    }
}

/// Where things are read in a definition.
fn scope_of(labels: usize) -> Scope {
    let mut scope = Scope::new(Part::Before);
    scope.labels = (0..labels.max(1)).map(Label::Parameter).collect();
    scope.state = Some(0);
    scope
}

impl Lowerer<'_> {
    // ---- states of definitions ----

    pub(super) fn known_label(&self, label: &Label, scope: &Scope, span: Span) -> Lower<Label> {
        let known = match label {
            Label::Parameter(position) => scope.labels.get(*position).cloned(),
            Label::Here => match scope.state {
                Some(state) => Some(Label::Parameter(state)),
                None => Some(Label::Here),
            },
            other => Some(other.clone()),
        };
        known.ok_or_else(|| Refusal::at("a label of a definition outside of it", span))
    }
    pub(super) fn at_state(&mut self, inner: &Term, label: &Label, scope: &Scope, span: Span) -> Lower<Value> {
        match self.known_label(label, scope, span)? {
            Label::Parameter(state) => {
                let there = Scope { state: Some(state), ..scope.clone() };
                self.logic_term(inner, &there)
            }
            _ => refuse("this state in a definition", span),
        }
    }
    /// What lies at a place, in a definition.
    pub(super) fn element_in_definition(&mut self, location: &Location, state: usize, scope: &Scope) -> Lower<Value> {
        let LocationKind::Deref(pointer) = &location.kind else {
            return refuse("an object of the program in a definition that is applied", location.span);
        };
        let Some(elements) = self.elements_behind(pointer, scope)? else {
            return refuse("this place in a definition that is applied", location.span);
        };
        let (own, read) = (self.ty(elements.element)?, self.ty(location.ty)?);
        let Some(contents) = elements.contents.get(state).copied().filter(|_| self.p.types.same_shape(own, read))
        else {
            return refuse("this place in a definition that is applied", location.span);
        };
        let element = self.p.add_expr(ExprKind::Index(contents, elements.first), own, Some(location.span))?;
        Ok(Value::C(element))
    }
    /// What a pointer in a definition leads to; none if it is no pointer.
    pub(super) fn elements_behind(&mut self, pointer: &Term, scope: &Scope) -> Lower<Option<Elements>> {
        match &pointer.kind {
            TermKind::Variable(id) => Ok(scope.pointers.get(id).cloned()),
            TermKind::PointerAdd(base, index) => {
                let Some(mut elements) = self.elements_behind(base, scope)? else { return Ok(None) };
                let index = self.index_term(index, scope)?;
                elements.first = self.moved_by(elements.first, index)?;
                Ok(Some(elements))
            }
            // Qualifiers make no other objects.
            TermKind::Convert(_, inner) if self.pointee_of(pointer) == self.pointee_of(inner) => {
                self.elements_behind(inner, scope)
            }
            TermKind::AddressOf(location) => match &location.kind {
                LocationKind::Deref(inner) => self.elements_behind(inner, scope),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }
    fn pointee_of(&mut self, pointer: &Term) -> Option<ir::TypeId> {
        let LogicType::C(ty) = pointer.ty else { return None };
        let pointee = self.c.types.pointee(ty)?.ty;
        self.ty(pointee).ok()
    }
    fn moved_by(&mut self, first: ExprId, index: ExprId) -> Lower<ExprId> {
        let ty = self.p.types.int(64);
        let index = self.p.convert(Convert::Retype, index, ty)?;
        Ok(self.p.binary(Binary::Add, first, index)?)
    }
    fn array_of(&mut self, element: TypeId) -> Lower<ir::TypeId> {
        let element = self.ty(element)?;
        let index = self.p.types.int(64);
        Ok(self.p.types.plain(ir::TypeKind::Array { index, element, length: None }))
    }

    // ---- functions ----

    /// The procedure that stands for a logic function.
    fn logic_procedure(&mut self, id: LogicFunctionId, span: Span) -> Lower<ProcId> {
        let name = self.c.logic_functions[id].name.clone();
        match self.logic_procedures.functions.get(&id) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return refuse(format!("`{name}`, whose definition is not supported"), span),
            None => {}
        }
        let unique = self.p.unused_name(&format!("logic {name}"));
        let procedure = self.p.add_procedure(unique);
        self.p.procedures[procedure].role = ProcedureRole::Logic;
        self.p.procedures[procedure].span = Some(self.c.logic_functions[id].span);
        self.logic_procedures.functions.insert(id, Some(procedure));
        let around = std::mem::replace(&mut self.frame, Frame::new(procedure, BlockId(0), None));
        let defined = self.define_logic(id, procedure);
        self.frame = around;
        if let Err(refusal) = defined {
            self.logic_procedures.functions.insert(id, None);
            self.p.procedures[procedure].contract.ensures.clear();
            let why = format!("the definition of `{name}`: {}", refusal.what);
            self.dropped_clauses.push((refusal.span.unwrap_or(span), why.as_str().into()));
            return refuse(format!("`{name}`, whose definition is not supported ({})", refusal.what), span);
        }
        Ok(procedure)
    }
    fn define_logic(&mut self, id: LogicFunctionId, procedure: ProcId) -> Lower<()> {
        let c = self.c;
        let function = &c.logic_functions[id];
        let mut scope = scope_of(function.labels.len());
        for parameter in &function.parameters {
            self.parameter(*parameter, VariableKind::Parameter, function.labels.len(), &mut scope, function.span)?;
        }
        let result = match &function.result {
            LogicType::Integer => self.p.types.int(RESULT_BITS),
            LogicType::Boolean => self.p.types.bool(),
            LogicType::C(ty) if self.integer_of(*ty).is_some() => self.ty(*ty)?,
            _ => return refuse(format!("the type of `{}`", function.name), function.span),
        };
        let result = self.local("result", result, VariableKind::Result, None);
        match &function.body {
            LogicBody::Is(body) => {
                small_constants(body)?;
                let value = match function.result {
                    LogicType::Boolean => self.predicate(body, &scope)?,
                    LogicType::Integer => {
                        let number = self.integer_term(body, &scope)?;
                        let ty = self.p.variables[result].ty;
                        self.p.convert(Convert::MathToInt, number, ty)?
                    }
                    _ => self.logic_term(body, &scope)?.expr(),
                };
                let known = self.p.var(result);
                let defined = self.p.binary(Binary::Equal, known, value)?;
                self.p.procedures[procedure].contract.ensures = vec![defined];
                Ok(())
            }
            LogicBody::Inductive(cases) => {
                for case in cases {
                    if !is_monotone(case, id) {
                        return refuse(format!("a case of `{}` that denies it", function.name), case.span);
                    }
                    self.fact(&function.name, case, function.labels.len(), ProcedureRole::Fact)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
    /// A parameter of a function, or a variable of a lemma, and what it means.
    fn parameter(
        &mut self,
        id: LogicVariableId,
        kind: VariableKind,
        labels: usize,
        scope: &mut Scope,
        span: Span,
    ) -> Lower<Vec<VarId>> {
        let variable = self.c.logic_variables[id].clone();
        let one = |lowerer: &mut Self, ty| lowerer.local(&variable.name, ty, kind, Some(span));
        match &variable.ty {
            LogicType::Integer => {
                let (ty, math) = (self.p.types.int(INTEGER_BITS), self.p.types.math_int());
                let var = one(self, ty);
                let own = self.p.var(var);
                let number = self.p.convert(Convert::IntToMath(Sign::Signed), own, math)?;
                scope.values.insert(id, Value::Integer(number));
                Ok(vec![var])
            }
            LogicType::Boolean => {
                let ty = self.p.types.bool();
                let var = one(self, ty);
                scope.values.insert(id, Value::Boolean(self.p.var(var)));
                Ok(vec![var])
            }
            LogicType::C(ty) if self.integer_of(*ty).is_some() => {
                let ty = self.ty(*ty)?;
                let var = one(self, ty);
                scope.values.insert(id, Value::C(self.p.var(var)));
                Ok(vec![var])
            }
            LogicType::C(ty) => {
                let element = self.c.types.pointee(*ty).map(|pointee| pointee.ty);
                let Some(element) = element.filter(|ty| self.integer_of(*ty).is_some()) else {
                    return refuse(format!("the type of `{}`", variable.name), span);
                };
                let (number, array) = (self.p.types.int(64), self.array_of(element)?);
                let mut vars = vec![one(self, number)];
                let first = self.p.var(vars[0]);
                vars.extend((0..labels.max(1)).map(|_| one(self, array)));
                let contents = vars[1..].iter().map(|var| self.p.var(*var)).collect();
                scope.pointers.insert(id, Elements { element, first, contents });
                Ok(vars)
            }
            _ => refuse(format!("the type of `{}`", variable.name), span),
        }
    }

    // ---- applications ----

    pub(super) fn applied(
        &mut self,
        id: LogicFunctionId,
        labels: &[Label],
        arguments: &[Term],
        scope: &Scope,
        span: Span,
    ) -> Lower<Value> {
        let procedure = self.logic_procedure(id, span)?;
        let function = &self.c.logic_functions[id];
        let known = |label| self.known_label(label, scope, span).map(Some);
        let mut states = labels.iter().map(known).collect::<Lower<Vec<Option<Label>>>>()?;
        if states.is_empty() {
            states.push(scope.state.map(Label::Parameter));
        }
        if states.len() != function.labels.len().max(1) {
            return refuse("this number of labels", span);
        }
        let mut values = Vec::new();
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            match &self.c.logic_variables[*parameter].ty {
                LogicType::Integer => {
                    let number = self.integer_term(argument, scope)?;
                    let ty = self.p.types.int(INTEGER_BITS);
                    values.push(self.p.convert(Convert::MathToInt, number, ty)?);
                }
                LogicType::Boolean => values.push(self.predicate(argument, scope)?),
                LogicType::C(ty) if self.integer_of(*ty).is_some() => {
                    let wanted = self.ty(*ty)?;
                    let Value::C(value) = self.logic_term(argument, scope)? else {
                        return refuse("this argument", argument.span);
                    };
                    values.push(self.p.convert(Convert::Retype, value, wanted)?);
                }
                LogicType::C(ty) => {
                    let element = self.c.types.pointee(*ty).map(|pointee| pointee.ty);
                    let element = element.ok_or_else(|| Refusal::at("this argument", argument.span))?;
                    values.extend(self.pointer_argument(argument, element, &states, scope)?);
                }
                _ => return refuse("this argument", argument.span),
            }
        }
        let Some(result) = self.p.procedures[procedure].results.first().copied() else {
            return refuse(format!("`{}` in its own parameters", function.name), span);
        };
        let ty = self.p.variables[result].ty;
        let applied = self.p.add_expr(ExprKind::Apply(procedure, values), ty, Some(span))?;
        Ok(match function.result {
            LogicType::Integer => {
                let math = self.p.types.math_int();
                Value::Integer(self.p.convert(Convert::IntToMath(Sign::Signed), applied, math)?)
            }
            LogicType::Boolean => Value::Boolean(applied),
            _ => Value::C(applied),
        })
    }
    /// A pointer as a function gets it: where it stands, and what its object holds in each state (none: the one around).
    fn pointer_argument(
        &mut self,
        argument: &Term,
        element: TypeId,
        states: &[Option<Label>],
        scope: &Scope,
    ) -> Lower<Vec<ExprId>> {
        let span = argument.span;
        let wanted = self.ty(element)?;
        if scope.state.is_some() {
            let found = self.elements_behind(argument, scope)?;
            let found = found.ok_or_else(|| Refusal::at("this pointer", span))?;
            let own = self.ty(found.element)?;
            let mut values = vec![found.first];
            for state in states {
                let Some(Label::Parameter(state)) = state else { return refuse("this state", span) };
                let contents = found.contents.get(*state).copied();
                values.push(contents.ok_or_else(|| Refusal::at("this state", span))?);
            }
            return if self.p.types.same_shape(own, wanted) { Ok(values) } else { refuse("this pointer", span) };
        }
        let stride = self.stride(element).filter(|stride| stride.is_power_of_two());
        let stride = stride.ok_or_else(|| Refusal::at("this pointer", span))?;
        // `a + 1` stands one element behind `a`.
        let (mut root, mut moves) = (argument, Vec::new());
        while let TermKind::PointerAdd(base, index) = &root.kind {
            if self.pointed_type(base).and_then(|ty| self.stride(ty)) != Some(stride) {
                break;
            }
            moves.push(index);
            root = base;
        }
        let pointer = self.pointer_term(root, scope)?;
        let mut first = self.p.unary(Unary::PointerOffset, pointer)?;
        if stride > 1 {
            let bits = self.p.int_const(self.p.type_of(first), stride.trailing_zeros())?;
            first = self.p.binary(Binary::ShiftRight(Sign::Signed), first, bits)?;
        }
        for index in moves {
            let index = self.index_term(index, scope)?;
            first = self.moved_by(first, index)?;
        }
        let array = self.array_of(element)?;
        let mut values = vec![first];
        for state in states {
            let mut make = |lowerer: &mut Self, there: &Scope| {
                let Value::C(pointer) = lowerer.usable(Value::C(pointer), there, span)? else {
                    return refuse("this pointer", span);
                };
                Ok(Value::C(lowerer.p.add_expr(ExprKind::Contents(pointer), array, Some(span))?))
            };
            let contents = match state {
                Some(state) => self.at_with(state, scope, span, &mut make)?,
                None => make(self, scope)?,
            };
            values.push(contents.expr());
        }
        Ok(values)
    }

    // ---- lemmas ----

    /// Lemmas and axioms, once everything else is written.
    pub(crate) fn lower_lemmas(&mut self) {
        let c = self.c;
        for lemma in &c.lemmas {
            let mut applied = Vec::new();
            super::terms::applications(&lemma.statement, &mut applied);
            let is_used = !lemma.is_axiom || applied.iter().any(|id| self.logic_procedures.functions.contains_key(id));
            if is_used && self.lemma(lemma).is_ok() {
                self.logic_procedures.stated.push(lemma.span);
            }
        }
    }
    fn lemma(&mut self, lemma: &Lemma) -> Lower<()> {
        let role = if lemma.is_axiom { ProcedureRole::Axiom } else { ProcedureRole::Lemma };
        if lemma.is_axiom && says_that_there_are(&lemma.statement) {
            return refuse("an axiom that says that something exists", lemma.span);
        }
        self.fact(&lemma.name, &lemma.statement, lemma.labels, role)
    }
    fn fact(&mut self, name: &str, statement: &Term, labels: usize, role: ProcedureRole) -> Lower<()> {
        small_constants(statement)?;
        // A blank in a name: no function of C has it.
        let unique = self.p.unused_name(&match role {
            ProcedureRole::Axiom => format!("axiom {name}"),
            ProcedureRole::Lemma => format!("{name} as a lemma"),
            _ => format!("case of {name}"),
        });
        let procedure = self.p.add_procedure(unique);
        self.p.procedures[procedure].role = role;
        self.p.procedures[procedure].span = Some(statement.span);
        let around = std::mem::replace(&mut self.frame, Frame::new(procedure, BlockId(0), None));
        let truth = self.p.types.bool();
        let result = self.local("holds", truth, VariableKind::Result, None);
        let formula = self.lemma_statement(statement, labels);
        self.frame = around;
        let known = self.p.var(result);
        let defined = formula.and_then(|formula| Ok(self.p.binary(Binary::Equal, known, formula)?));
        match defined {
            Ok(defined) => {
                self.p.procedures[procedure].contract.ensures = vec![defined];
                Ok(())
            }
            Err(refusal) => {
                self.p.procedures[procedure].role = ProcedureRole::Logic;
                let why = format!("the statement of `{name}`: {}", refusal.what);
                self.dropped_clauses.push((statement.span, why.as_str().into()));
                Err(refusal)
            }
        }
    }
    /// A statement about all values of its variables.
    fn lemma_statement(&mut self, statement: &Term, labels: usize) -> Lower<ExprId> {
        let mut scope = scope_of(labels);
        let (mut vars, mut inner, mut within) = (Vec::new(), statement, self.p.bool_const(true));
        while let TermKind::Quantified { universal: true, binders, body } = &inner.kind {
            for binder in binders {
                vars.extend(self.parameter(*binder, VariableKind::Bound, labels, &mut scope, statement.span)?);
                if let Some(Value::Integer(number)) = scope.values.get(binder) {
                    let number = *number;
                    let limit = BigInt::from(1) << LEMMA_BITS;
                    let (low, high) = (self.math(-limit.clone())?, self.math(limit)?);
                    let above = self.p.binary(Binary::MathLess, low, number)?;
                    let below = self.p.binary(Binary::MathLess, number, high)?;
                    for one in [above, below] {
                        within = self.p.binary(Binary::And, within, one)?;
                    }
                }
            }
            inner = body;
        }
        let holds = self.predicate(inner, &scope)?;
        if vars.is_empty() {
            return Ok(holds);
        }
        let holds = self.connected(Connective::Implies, within, holds)?;
        let truth = self.p.types.bool();
        Ok(self.p.add_expr(ExprKind::Forall(vars, holds), truth, Some(statement.span))?)
    }
}

/// Numbers in definitions are far from the limits of the integers that stand for theirs.
fn small_constants(term: &Term) -> Lower<()> {
    let mut found = Ok(());
    if bits_of_constant(term).is_some_and(|bits| bits > CONSTANT_BITS) {
        return refuse("such a large number in a definition", term.span);
    }
    if let TermKind::Read(location) | TermKind::AddressOf(location) = &term.kind {
        super::places::terms_of(location, &mut |inner| {
            if found.is_ok() {
                found = small_constants(inner);
            }
        });
    }
    term.for_each_child(|child| {
        if found.is_ok() {
            found = small_constants(child);
        }
    });
    found
}

/// How many bits a number may have that is made of numbers alone, about: `2 * 3` may have four. None for other terms.
fn bits_of_constant(term: &Term) -> Option<u64> {
    match &term.kind {
        TermKind::Integer(n) => Some(n.bits()),
        TermKind::Negate(inner) => bits_of_constant(inner),
        TermKind::Operation(operator, a, b) => {
            let (left, right) = (bits_of_constant(a)?, bits_of_constant(b)?);
            Some(match operator {
                Operator::Multiply => left + right,
                Operator::ShiftLeft => match &b.kind {
                    TermKind::Integer(by) => left + u64::try_from(by).unwrap_or(CONSTANT_BITS),
                    _ => CONSTANT_BITS + 1,
                },
                _ => left.max(right) + 1,
            })
        }
        _ => None,
    }
}

/// Whether a predicate occurs in a case of its definition only where more of it makes more of it true.
fn is_monotone(case: &Term, id: LogicFunctionId) -> bool {
    let occurs = |term: &Term| {
        let mut found = Vec::new();
        super::terms::applications(term, &mut found);
        found.contains(&id)
    };
    match &case.kind {
        TermKind::Quantified { universal: true, body, .. } => is_monotone(body, id),
        TermKind::At(inner, _) => is_monotone(inner, id),
        TermKind::Connective(Connective::Implies, premise, conclusion) => {
            is_positive(premise, id, &occurs) && is_monotone(conclusion, id)
        }
        TermKind::Apply { function, arguments, .. } => *function == id && !arguments.iter().any(occurs),
        _ => false,
    }
}
fn is_positive(term: &Term, id: LogicFunctionId, occurs: &dyn Fn(&Term) -> bool) -> bool {
    match &term.kind {
        _ if !occurs(term) => true,
        TermKind::Connective(Connective::And | Connective::Or, a, b) => {
            is_positive(a, id, occurs) && is_positive(b, id, occurs)
        }
        TermKind::Connective(Connective::Implies, a, b) => !occurs(a) && is_positive(b, id, occurs),
        TermKind::Quantified { body, .. } => is_positive(body, id, occurs),
        TermKind::At(inner, _) => is_positive(inner, id, occurs),
        TermKind::Apply { function, arguments, .. } => *function == id && !arguments.iter().any(occurs),
        _ => false,
    }
}
/// Whether a statement says that something exists: integers have so many bits here, and it might not be among them.
fn says_that_there_are(term: &Term) -> bool {
    let mut found = matches!(term.kind, TermKind::Quantified { universal: false, .. });
    term.for_each_child(|child| found |= says_that_there_are(child));
    found
}
