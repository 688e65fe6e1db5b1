//! Terms as pure expressions.

use super::super::tree::{Builtin, Connective, Label, LogicBody, LogicFunctionId, LogicType, Term, TermKind};
use super::{DEPTH_LIMIT, Part, Scope, Value, refuse};
use crate::lower::{Lower, Lowerer};
use crate::types::TypeKind;
use cairn_base::Span;
use cairn_ir as ir;
use ir::{Binary, ExprId, Unary};

impl Lowerer<'_> {
    pub(super) fn logic_term(&mut self, term: &Term, scope: &Scope) -> Lower<Value> {
        let span = term.span;
        match &term.kind {
            TermKind::Integer(n) => Ok(Value::Integer(self.math(n.clone())?)),
            TermKind::Real(value) => Ok(Value::Real(self.real(value)?)),
            TermKind::Boolean(truth) => Ok(Value::Boolean(self.p.bool_const(*truth))),
            TermKind::Null => Ok(Value::C(self.p.null())),
            TermKind::Text(_) => refuse("a string in a specification", span),
            TermKind::Variable(id) => match scope.values.get(id).copied() {
                Some(value) => self.usable(value, scope, span),
                None => refuse("a variable of a specification outside of it", span),
            },
            TermKind::Result => self.result_value(scope, span),
            TermKind::Read(location) => Ok(self.read(location, scope)?),
            TermKind::AddressOf(location) => Ok(Value::C(self.location_address(location, scope)?)),
            TermKind::FunctionAddress(id) => {
                let procedure = self.procedure(*id)?;
                let ty = self.p.types.pointer();
                Ok(Value::C(self.p.add_expr(ir::ExprKind::ProcedureAddress(procedure), ty, None)?))
            }
            TermKind::Field(record, number) => self.field_value(term, record, *number, scope),
            TermKind::Convert(kind, inner) => self.conversion(*kind, term, inner, scope),
            TermKind::Negate(a) => self.logic_negation(term, a, scope),
            TermKind::BitNot(_) => self.bits_as_integer(term, scope),
            TermKind::Absolute(a) => self.logic_absolute(term, a, scope),
            TermKind::Operation(operator, a, b) => self.logic_operation(term, *operator, (a, b), scope),
            TermKind::PointerAdd(pointer, index) => Ok(Value::C(self.moved(pointer, index, scope)?)),
            TermKind::PointerDifference(a, b) => self.elements_between(a, b, scope, span),
            TermKind::Conditional(parts) => self.choice(parts, scope),
            TermKind::Let(id, value, body) => {
                let value = self.logic_term(value, scope)?;
                let mut inner = scope.clone();
                inner.values.insert(*id, value);
                self.logic_term(body, &inner)
            }
            TermKind::At(inner, label) => self.at(inner, label, scope, span),
            TermKind::Apply { function, labels, arguments } => {
                self.application(*function, labels, arguments, scope, span)
            }
            TermKind::C(e) => self.c_value(e, term, scope),
            TermKind::Refused(what) => refuse(what, span),
            _ => self.boolean_term(term, scope),
        }
    }
    fn boolean_term(&mut self, term: &Term, scope: &Scope) -> Lower<Value> {
        let span = term.span;
        let truth = match &term.kind {
            TermKind::Compare(relation, a, b) => self.comparison(*relation, a, b, scope)?,
            TermKind::Not(a) => {
                let a = self.predicate(a, scope)?;
                self.not(a)?
            }
            TermKind::Connective(connective, a, b) => {
                let (a, b) = (self.predicate(a, scope)?, self.predicate(b, scope)?);
                self.connected(*connective, a, b)?
            }
            TermKind::Quantified { universal, binders, body } => {
                self.logic_quantifier(*universal, binders, body, scope)?
            }
            TermKind::Builtin(builtin, arguments) => return self.builtin_value(*builtin, arguments, scope, span),
            TermKind::Range(..) | TermKind::Set(_) | TermKind::Comprehension { .. } => {
                return refuse("a set here", span);
            }
            _ => return refuse("this term", span),
        };
        Ok(Value::Boolean(truth))
    }
    pub(super) fn connected(&mut self, connective: Connective, a: ExprId, b: ExprId) -> Lower<ExprId> {
        let operator = match connective {
            Connective::And => Binary::And,
            Connective::Or => Binary::Or,
            Connective::Xor => Binary::Xor,
            Connective::Implies => Binary::Implies,
            Connective::Equivalent => Binary::Equal,
        };
        Ok(self.p.binary(operator, a, b)?)
    }
    /// A predicate as a condition.
    pub(super) fn predicate(&mut self, term: &Term, scope: &Scope) -> Lower<ExprId> {
        match self.logic_term(term, scope)? {
            Value::Boolean(e) => Ok(e),
            Value::C(e) => self.is_nonzero(e),
            _ => refuse("this as a predicate", term.span),
        }
    }
    /// A pointer.
    pub(super) fn pointer_term(&mut self, term: &Term, scope: &Scope) -> Lower<ExprId> {
        match self.logic_term(term, scope)? {
            Value::C(e) if matches!(self.p.types.kind(self.p.type_of(e)), ir::TypeKind::Pointer) => Ok(e),
            _ => refuse("this as a pointer", term.span),
        }
    }
    fn result_value(&mut self, scope: &Scope, span: Span) -> Lower<Value> {
        if !matches!(scope.part, Part::After | Part::AfterStatement) || scope.is_elsewhere {
            return refuse("`\\result` in another state", span);
        }
        match self.frame.result {
            Some(result) => Ok(Value::C(self.p.var(result))),
            None => refuse("`\\result`", span),
        }
    }
    fn field_value(&mut self, term: &Term, record: &Term, number: usize, scope: &Scope) -> Lower<Value> {
        let LogicType::C(ty) = record.ty else { return refuse("a member of this", term.span) };
        let TypeKind::Record(id) = *self.c.types.kind(ty) else { return refuse("a member of this", term.span) };
        let whole = self.logic_term(record, scope)?.expr();
        self.member_of_value(whole, id, number, term.span).map(Value::C)
    }
    fn choice(&mut self, parts: &[Term; 3], scope: &Scope) -> Lower<Value> {
        let condition = self.predicate(&parts[0], scope)?;
        let (a, b) = (self.logic_term(&parts[1], scope)?, self.logic_term(&parts[2], scope)?);
        a.map(|a| Ok(self.p.if_else(condition, a, b.expr())?))
    }
    fn elements_between(&mut self, a: &Term, b: &Term, scope: &Scope, span: Span) -> Lower<Value> {
        let size = self.pointed_size(a).ok_or_else(|| crate::lower::Refusal::at("this difference", span))?;
        let (a, b) = (self.pointer_term(a, scope)?, self.pointer_term(b, scope)?);
        let (a, b) = (self.offset(a)?, self.offset(b)?);
        let bytes = self.p.binary(Binary::MathSubtract, a, b)?;
        if size == 1 {
            return Ok(Value::Integer(bytes));
        }
        let size = self.math(size)?;
        Ok(Value::Integer(self.p.binary(Binary::MathDivide, bytes, size)?))
    }
    /// Where a pointer stands in its object, in bytes.
    pub(super) fn offset(&mut self, pointer: ExprId) -> Lower<ExprId> {
        let offset = self.p.unary(Unary::PointerOffset, pointer)?;
        let math = self.p.types.math_int();
        Ok(self.p.convert(ir::Convert::IntToMath(ir::Sign::Signed), offset, math)?)
    }
    /// Predicates and logic functions are replaced by their definitions.
    fn application(
        &mut self,
        id: LogicFunctionId,
        labels: &[Label],
        arguments: &[Term],
        scope: &Scope,
        span: Span,
    ) -> Lower<Value> {
        let c = self.c;
        let function = &c.logic_functions[id];
        let body = match &function.body {
            LogicBody::Is(body) if !self.is_recursive(id) => body,
            LogicBody::Open => return refuse(format!("`{}`", function.name), span),
            _ => return self.applied(id, labels, arguments, scope, span),
        };
        if scope.depth >= DEPTH_LIMIT {
            return refuse(format!("`{}`, which is nested too deep", function.name), span);
        }
        let mut inner = Scope { labels: Vec::new(), depth: scope.depth + 1, ..scope.clone() };
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            if let (Some(_), Some(elements)) = (scope.state, self.elements_behind(argument, scope)?) {
                inner.pointers.insert(*parameter, elements);
                continue;
            }
            let value = self.logic_term(argument, scope)?;
            inner.values.insert(*parameter, value);
        }
        for label in labels {
            if *label == Label::Here && scope.is_elsewhere {
                return refuse("a state inside of another one", span);
            }
            inner.labels.push(self.known_label(label, scope, span)?);
        }
        if labels.is_empty() && function.labels.len() == 1 {
            inner.labels.push(self.known_label(&Label::Here, scope, span)?);
        }
        if let ([Label::Parameter(state)], Some(_)) = (inner.labels.as_slice(), scope.state) {
            inner.state = Some(*state);
            return self.logic_term(body, &inner);
        }
        // A single label is the state that the body is read in.
        if let [label] = inner.labels.as_slice() {
            let label = label.clone();
            if label != Label::Here {
                return self.at(body, &label, &inner, span);
            }
        }
        self.logic_term(body, &inner)
    }
    pub(super) fn is_recursive(&self, id: LogicFunctionId) -> bool {
        let (mut open, mut seen) = (vec![id], Vec::new());
        while let Some(current) = open.pop() {
            let LogicBody::Is(body) = &self.c.logic_functions[current].body else { continue };
            let mut applied = Vec::new();
            applications(body, &mut applied);
            for found in applied {
                if found == id {
                    return true;
                }
                if !seen.contains(&found) {
                    seen.push(found);
                    open.push(found);
                }
            }
        }
        false
    }
    /// A C expression of a clause, computed as C computes; nothing inside is checked.
    fn c_value(&mut self, e: &crate::sema::tree::Expr, term: &Term, scope: &Scope) -> Lower<Value> {
        if crate::lower::visit::has_effects_in_clause(e, self.c) {
            return refuse("an expression with effects in a clause", e.span);
        }
        let mark = self.mark();
        let is_constant = std::mem::replace(&mut self.frame.is_constant, true);
        let part = self.frame.clause.replace(scope.part);
        let result = if term.ty == LogicType::Boolean { self.condition(e) } else { self.value(e) };
        self.frame.is_constant = is_constant;
        self.frame.clause = part;
        let value = result?;
        if self.mark() != mark {
            return refuse("an expression that is no simple condition", e.span);
        }
        Ok(if term.ty == LogicType::Boolean { Value::Boolean(value) } else { Value::C(value) })
    }
    /// `__CPROVER_old` and `__CPROVER_loop_entry`.
    pub(crate) fn earlier(&mut self, of_loop: bool, value: &crate::sema::tree::Expr) -> Lower<ExprId> {
        let span = value.span;
        let Some(part) = self.frame.clause else { return refuse("an earlier value outside of a clause", span) };
        let label = if of_loop { Label::LoopEntry } else { Label::Old };
        let inner = Term { kind: TermKind::C(Box::new(value.clone())), ty: LogicType::C(value.ty), span };
        Ok(self.at(&inner, &label, &Scope::new(part), span)?.expr())
    }
    /// `__CPROVER_is_fresh (p, n)` in a precondition: the start of so many bytes that no other parameter leads into.
    pub(crate) fn is_fresh(
        &mut self,
        pointer: ExprId,
        values: &[ExprId],
        types: &[crate::types::TypeId],
        span: Span,
    ) -> Lower<ExprId> {
        if self.frame.clause != Some(Part::Before) {
            return refuse("`__CPROVER_is_fresh` outside of preconditions", span);
        }
        let mut fresh = self.valid_bytes(values, types, span)?;
        let offset = self.p.unary(Unary::PointerOffset, pointer)?;
        let zero = self.p.int_const(self.p.type_of(offset), 0)?;
        let at_start = self.p.binary(Binary::Equal, offset, zero)?;
        fresh = self.p.binary(Binary::And, fresh, at_start)?;
        for parameter in self.p.procedures[self.frame.procedure].parameters.clone() {
            let is_pointer = matches!(self.p.types.kind(self.p.variables[parameter].ty), ir::TypeKind::Pointer);
            let itself = matches!(self.p.expr(pointer).kind, ir::ExprKind::Var(var) if var == parameter);
            if is_pointer && !itself {
                let other = self.p.var(parameter);
                let same = self.p.binary(Binary::SameObject, pointer, other)?;
                let apart = self.not(same)?;
                fresh = self.p.binary(Binary::And, fresh, apart)?;
            }
        }
        Ok(fresh)
    }
    pub(super) fn builtin_value(
        &mut self,
        builtin: Builtin,
        arguments: &[Term],
        scope: &Scope,
        span: Span,
    ) -> Lower<Value> {
        let math = self.p.types.math_int();
        match (builtin, arguments) {
            (Builtin::BaseAddress, [p]) => {
                let p = self.pointer_term(p, scope)?;
                let offset = self.p.unary(Unary::PointerOffset, p)?;
                let ty = self.p.type_of(offset);
                let zero = self.p.int_const(ty, 0)?;
                let back = self.p.binary(Binary::Subtract, zero, offset)?;
                Ok(Value::C(self.p.binary(Binary::PointerAdd { stride: 1 }, p, back)?))
            }
            (Builtin::Offset, [p]) => {
                let p = self.pointer_term(p, scope)?;
                Ok(Value::Integer(self.offset(p)?))
            }
            (Builtin::BlockLength, [p]) => {
                let p = self.pointer_term(p, scope)?;
                let size = self.p.unary(Unary::PointerObjectSize, p)?;
                Ok(Value::Integer(self.p.convert(ir::Convert::IntToMath(ir::Sign::Unsigned), size, math)?))
            }
            _ => Ok(Value::Boolean(self.builtin_predicate(builtin, arguments, scope, span)?)),
        }
    }
}

/// Predicates and logic functions that a term applies.
pub(super) fn applications(term: &Term, found: &mut Vec<LogicFunctionId>) {
    if let TermKind::Apply { function, .. } = &term.kind {
        found.push(*function);
    }
    if let TermKind::Read(location) | TermKind::AddressOf(location) = &term.kind {
        super::places::terms_of(location, &mut |inner| applications(inner, found));
    }
    term.for_each_child(|child| applications(child, found));
}
