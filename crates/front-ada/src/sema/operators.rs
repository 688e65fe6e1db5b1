//! Operators: candidates and resolution, predefined (RM 4.5) and user-defined.

use super::entities::*;
use super::tree::{Expr, ExprKind};
use super::types::*;
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{BinaryOperator, Expression, UnaryOperator};
use cairn_base::Span;
use std::rc::Rc;

impl Analyzer<'_> {
    /// User-defined operators of this name that take these operands.
    fn user_operators(&mut self, text: &str, operands: &[&Expression]) -> Vec<SubprogramId> {
        let Some(symbol) = self.a.names.find(&format!("\"{text}\"")) else { return Vec::new() };
        let mut found = Vec::new();
        for entity in self.lookup(symbol) {
            let EntityKind::Subprogram(id) = self.a.entities[entity].kind else { continue };
            let parameters: Vec<TypeId> = self.a.subprograms[id].parameters.iter().map(|p| p.ty).collect();
            let wrong = parameters.len() != operands.len() || self.a.subprograms[id].result.is_none();
            if wrong || self.is_hidden_operator(id, symbol) {
                continue;
            }
            let fits = operands.iter().zip(parameters).all(|(operand, parameter)| {
                let types = self.candidates(operand);
                let numbers = !self.is_hidden(parameter);
                types.iter().any(|&t| self.a.fits(t, parameter) && (numbers || !self.a.is_pseudo(t)))
            });
            if fits {
                found.push(id);
            }
        }
        found
    }

    /// Whether the operands are numbers that no declaration gives a type.
    fn all_universal(&mut self, operands: &[&Expression]) -> bool {
        operands.iter().all(|o| self.candidates(o).iter().all(|&t| t.0 <= UNIVERSAL_REAL.0))
    }

    /// Whether only the partial view of a private type is visible here: numbers do not fit it.
    fn is_hidden(&self, ty: TypeId) -> bool {
        let Some(package) = self.a.types[self.a.root(ty)].private_in else { return false };
        let EntityKind::Package(scopes) = self.a.entities[package].kind else { return false };
        let mut at = Some(self.context.scope);
        while let Some(scope) = at {
            if scope == scopes.visible || scope == scopes.private || Some(scope) == scopes.body {
                return false;
            }
            at = self.a.scopes[scope].parent;
        }
        true
    }

    pub(super) fn user_operator_results(&mut self, text: &str, operands: &[&Expression]) -> Vec<TypeId> {
        let ids = self.user_operators(text, operands);
        let numbers = self.all_universal(operands);
        let results = ids.into_iter().filter_map(|id| self.a.subprograms[id].result).map(|t| self.a.root(t));
        // The operators of the root types are preferred: their result fits where a number of another type is wanted.
        results.filter(|&t| !(numbers && self.a.is_numeric(t))).collect()
    }

    pub(super) fn binary_candidates(&mut self, op: BinaryOperator, l: &Expression, r: &Expression) -> Vec<TypeId> {
        use BinaryOperator::*;
        let mut found = match op {
            AndThen | OrElse | Implies | Equivalent => Vec::new(),
            _ => self.user_operator_results(op.text(), &[l, r]),
        };
        let boolean = self.a.standard.boolean;
        match op {
            AndThen | OrElse | Implies | Equivalent => found.extend(self.short_circuit_types(l, r)),
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => found.push(boolean),
            _ => {
                let (left, right) = (self.candidates(l), self.candidates(r));
                for &a in left.iter() {
                    for &b in right.iter() {
                        found.extend(self.predefined_result(op, a, b));
                    }
                }
            }
        }
        found
    }

    /// The common type of two operands, if there is one.
    pub(super) fn unify(&self, a: TypeId, b: TypeId) -> Option<TypeId> {
        if a == b {
            return Some(a);
        }
        match (self.a.is_pseudo(a), self.a.is_pseudo(b)) {
            (true, false) => self.a.fits(a, b).then_some(b),
            (false, true) => self.a.fits(b, a).then_some(a),
            (true, true) if a == ANY_TYPE => Some(b),
            (true, true) if b == ANY_TYPE => Some(a),
            (true, true) => match (a.min(b), a.max(b)) {
                (ANY_STRING, ANY_COMPOSITE) => Some(ANY_STRING),
                (UNIVERSAL_REAL, UNIVERSAL_FIXED) => Some(UNIVERSAL_REAL),
                _ => None,
            },
            (false, false) => None,
        }
    }

    /// Result type of a predefined operator on operands of these types.
    fn predefined_result(&self, op: BinaryOperator, a: TypeId, b: TypeId) -> Option<TypeId> {
        use BinaryOperator::*;
        let query = &self.a;
        match op {
            And | Or | Xor => {
                let t = self.unify(a, b)?;
                let fits = query.is_boolean(t) || query.is_modular(t) || query.is_boolean_array(t);
                (fits || t == ANY_COMPOSITE || t == ANY_TYPE || t == UNIVERSAL_INTEGER).then_some(t)
            }
            Add | Subtract => self.unify(a, b).filter(|&t| query.is_numeric(t)),
            Mod | Rem => self.unify(a, b).filter(|&t| query.is_integer(t)),
            Power => (query.is_numeric(a) && query.is_integer(b)).then_some(a),
            Multiply | Divide => self.product_result(op, a, b),
            Concatenate => self.concatenation_result(a, b),
            _ => None,
        }
    }

    /// `*` and `/` also mix fixed-point with integers, and two fixed-point types (RM 4.5.5).
    fn product_result(&self, op: BinaryOperator, a: TypeId, b: TypeId) -> Option<TypeId> {
        let query = &self.a;
        let integer = self.a.standard.integer;
        let integral = |t: TypeId| t == UNIVERSAL_INTEGER || t == query.root(integer);
        if query.is_fixed(a) && integral(b) {
            return Some(a);
        }
        if op == BinaryOperator::Multiply && integral(a) && query.is_fixed(b) {
            return Some(b);
        }
        if (query.is_fixed(a) && (query.is_fixed(b) || b == UNIVERSAL_REAL))
            || (a == UNIVERSAL_REAL && query.is_fixed(b))
        {
            return Some(UNIVERSAL_FIXED);
        }
        if a == UNIVERSAL_REAL && b == UNIVERSAL_INTEGER {
            return Some(UNIVERSAL_REAL);
        }
        if op == BinaryOperator::Multiply && a == UNIVERSAL_INTEGER && b == UNIVERSAL_REAL {
            return Some(UNIVERSAL_REAL);
        }
        self.unify(a, b).filter(|&t| query.is_numeric(t))
    }

    fn concatenation_result(&self, a: TypeId, b: TypeId) -> Option<TypeId> {
        let query = &self.a;
        let one = |t: TypeId| query.is_array(t) && query.index_types(t).len() == 1;
        for (array, other) in [(a, b), (b, a)] {
            if one(array) {
                let component = query.component_type(array).map(|c| query.root(c))?;
                let element = query.fits(other, component);
                if query.root(other) == array || (query.is_pseudo(other) && query.fits(other, array)) || element {
                    return Some(array);
                }
            }
        }
        let textual = |t: TypeId| t == ANY_STRING || t == ANY_CHARACTER || query.is_character(t) || t == ANY_COMPOSITE;
        if textual(a) && textual(b) {
            return Some(ANY_STRING);
        }
        None
    }

    pub(super) fn resolve_unary(
        &mut self,
        op: UnaryOperator,
        operand: &Expression,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        if let Some(call) = self.user_operator_call(op.text(), &[operand], expected, span)? {
            return Ok(call);
        }
        let wanted = match expected {
            Some(ty) if ty != ANY_TYPE => self.a.root(ty),
            _ => {
                let types = self.candidates(operand);
                let types: Vec<TypeId> = types.iter().copied().collect();
                self.pick(&types, operand.span)?
            }
        };
        let operand = self.resolve(operand, wanted)?;
        let fits = match op {
            UnaryOperator::Not => {
                self.a.is_boolean(wanted) || self.a.is_modular(wanted) || self.a.is_boolean_array(wanted)
            }
            _ => self.a.is_numeric(wanted),
        };
        if !fits {
            let name = self.a.type_name(wanted);
            return self.error(codes::NO_MATCH, span, format!("`{}` is not defined for {name}", op.text()));
        }
        let ty = if self.a.is_pseudo(wanted) { wanted } else { self.result_subtype(wanted, &operand) };
        Ok(self.fold_unary(op, operand, ty, span))
    }

    /// Operators give values of the base type; arrays keep their constraint.
    fn result_subtype(&self, root: TypeId, operand: &Expr) -> TypeId {
        if self.a.is_array(root) { operand.ty } else { self.a.base(root) }
    }

    /// A call of a user-defined operator, if one fits the operands and the context.
    fn user_operator_call(
        &mut self,
        text: &str,
        operands: &[&Expression],
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Option<Expr>> {
        let mut ids = self.user_operators(text, operands);
        if let Some(expected) = expected {
            ids.retain(|&id| self.a.subprograms[id].result.is_some_and(|r| self.a.fits(r, expected)));
        }
        // Both operands universal: the predefined operators of the root types are preferred (RM 8.6(29)).
        if ids.len() > 1 {
            let exact: Vec<SubprogramId> = ids
                .iter()
                .copied()
                .filter(|&id| {
                    operands.iter().enumerate().all(|(i, operand)| {
                        let wanted = self.a.root(self.a.subprograms[id].parameters[i].ty);
                        self.candidates(operand).contains(&wanted)
                    })
                })
                .collect();
            if exact.len() == 1 {
                ids = exact;
            }
        }
        let untyped = expected.is_none_or(|ty| self.a.is_pseudo(ty));
        let relation = matches!(text, "=" | "/=" | "<" | "<=" | ">" | ">=");
        if ids.is_empty() || self.all_universal(operands) && (ids.len() > 1 || untyped || relation) {
            return Ok(None);
        }
        if ids.len() > 1 {
            return self.error(codes::AMBIGUOUS, span, format!("several operators `{text}` fit here"));
        }
        let parameters: Vec<TypeId> = self.a.subprograms[ids[0]].parameters.iter().map(|p| p.ty).collect();
        // A predefined operator fits as well if some operand could be of another type: prefer the user's
        // only where its operand types are candidates of the operands themselves.
        let mut arguments = Vec::new();
        for (operand, ty) in operands.iter().zip(parameters) {
            arguments.push(self.resolve(operand, ty)?);
        }
        self.finish_call(ids[0], arguments, span).map(Some)
    }

    /// The Boolean types both operands of a short-circuit form may have; the predefined one if there is none.
    fn short_circuit_types(&mut self, l: &Expression, r: &Expression) -> Vec<TypeId> {
        let boolean = self.a.standard.boolean;
        let (left, right) = (self.candidates(l), self.candidates(r));
        let fits = |list: &[TypeId], t: TypeId| list.iter().any(|&c| self.a.root(c) == t || self.a.is_pseudo(c));
        let mut found: Vec<TypeId> = Vec::new();
        for &candidate in left.iter().chain(right.iter()) {
            let root = self.a.root(candidate);
            let both = self.a.is_boolean(root) && fits(&left, root) && fits(&right, root);
            if both && !found.contains(&root) {
                found.push(root);
            }
        }
        // The predefined type first: it is what a condition wants.
        found.sort_by_key(|&t| t != boolean);
        if found.is_empty() {
            found.push(boolean);
        }
        found
    }

    pub(super) fn resolve_binary(
        &mut self,
        op: BinaryOperator,
        l: &Expression,
        r: &Expression,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        use BinaryOperator::*;
        let boolean = self.a.standard.boolean;
        match op {
            AndThen | OrElse | Implies | Equivalent => {
                let ty = expected.filter(|&t| self.a.is_boolean(t)).map(|t| self.a.root(t));
                let ty = match ty {
                    Some(ty) => ty,
                    None => self.short_circuit_types(l, r).first().copied().unwrap_or(boolean),
                };
                let (left, right) = (self.resolve(l, ty)?, self.resolve(r, ty)?);
                return Ok(self.fold_binary(op, left, right, ty, span));
            }
            _ => {}
        }
        if let Some(call) = self.user_operator_call(op.text(), &[l, r], expected, span)? {
            return Ok(call);
        }
        // `/=` is the negation of a user-defined `=`.
        if op == NotEqual
            && let Some(call) = self.user_operator_call("=", &[l, r], expected, span)?
        {
            return Ok(self.fold_unary(UnaryOperator::Not, call, boolean, span));
        }
        match op {
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => self.resolve_relation(op, l, r, span),
            Multiply | Divide => self.resolve_product(op, l, r, expected, span),
            Power => self.resolve_power(l, r, expected, span),
            Concatenate => self.resolve_concatenation(l, r, expected, span),
            _ => self.resolve_arithmetic(op, l, r, expected, span),
        }
    }

    fn no_operator<T>(&mut self, op: BinaryOperator, l: &Expression, r: &Expression, span: Span) -> Resolved<T> {
        // Operands with mistakes of their own are the better thing to report.
        for operand in [l, r] {
            if self.candidates(operand).is_empty() {
                self.resolve_any(operand)?;
            }
        }
        let name = |s: &mut Self, e: &Expression| {
            let types = s.candidates(e);
            types.first().map_or("nothing".into(), |&t| s.a.type_name(t))
        };
        let (a, b) = (name(self, l), name(self, r));
        self.error(codes::NO_MATCH, span, format!("`{}` is not defined for {a} and {b}", op.text()))
    }

    fn resolve_relation(&mut self, op: BinaryOperator, l: &Expression, r: &Expression, span: Span) -> Resolved<Expr> {
        let (left, right) = (self.candidates(l), self.candidates(r));
        let mut common: Vec<TypeId> = Vec::new();
        for &a in left.iter() {
            for &b in right.iter() {
                if let Some(t) = self.unify(a, b)
                    && !common.contains(&t)
                {
                    common.push(t);
                }
            }
        }
        if common.is_empty() {
            return self.no_operator(op, l, r, span);
        }
        let ty = self.pick(&common, span)?;
        let (left, right) = (self.resolve(l, ty)?, self.resolve(r, ty)?);
        let boolean = self.a.standard.boolean;
        Ok(self.fold_binary(op, left, right, boolean, span))
    }

    /// One of several possible types: a real one rather than a universal one, else ambiguous.
    pub(super) fn pick(&mut self, types: &[TypeId], span: Span) -> Resolved<TypeId> {
        let real: Vec<TypeId> = types.iter().copied().filter(|&t| !self.a.is_pseudo(t)).collect();
        match (real.as_slice(), types) {
            ([one], _) => Ok(*one),
            ([], [ANY_STRING]) | ([], [ANY_STRING, ANY_COMPOSITE]) => Ok(self.a.standard.string),
            ([], [ANY_CHARACTER]) => Ok(self.a.standard.character),
            ([], [one]) => Ok(*one),
            ([], []) => self.undefined(span),
            ([], _) if types.contains(&UNIVERSAL_INTEGER) => Ok(UNIVERSAL_INTEGER),
            ([first, ..], _) => {
                // Literals belong to several types: the language prefers the root type's operators.
                let integer = self.a.standard.integer;
                if types.contains(&UNIVERSAL_INTEGER) {
                    return Ok(UNIVERSAL_INTEGER);
                }
                if real.contains(&integer) && real.iter().all(|&t| self.a.is_integer(t)) {
                    return Ok(integer);
                }
                let names: Vec<Rc<str>> = real.iter().map(|&t| self.a.type_name(t)).collect();
                let _ = first;
                self.error(codes::AMBIGUOUS, span, format!("this could be of type {}", names.join(" or ")))
            }
            ([], _) => Ok(types[0]),
        }
    }

    fn resolve_arithmetic(
        &mut self,
        op: BinaryOperator,
        l: &Expression,
        r: &Expression,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        let (left, right) = (self.candidates(l), self.candidates(r));
        let mut results: Vec<TypeId> = Vec::new();
        for &a in left.iter() {
            for &b in right.iter() {
                if let Some(t) = self.predefined_result(op, a, b)
                    && expected.is_none_or(|e| self.a.fits(t, e))
                    && !results.contains(&t)
                {
                    results.push(t);
                }
            }
        }
        if results.is_empty() {
            return self.no_operator(op, l, r, span);
        }
        let mut ty = match expected {
            Some(e) if !self.a.is_pseudo(self.a.root(e)) => self.a.root(e),
            _ => self.pick(&results, span)?,
        };
        if ty == ANY_COMPOSITE || ty == ANY_TYPE {
            ty = self.pick(&results, span)?;
        }
        let (left, right) = (self.resolve(l, ty)?, self.resolve(r, ty)?);
        let result = if self.a.is_pseudo(ty) { ty } else { self.result_subtype(ty, &left) };
        Ok(self.fold_binary(op, left, right, result, span))
    }

    fn resolve_product(
        &mut self,
        op: BinaryOperator,
        l: &Expression,
        r: &Expression,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        let (left, right) = (self.candidates(l), self.candidates(r));
        let mixed = left.iter().chain(right.iter()).any(|&t| self.a.is_fixed(t))
            || (left.contains(&UNIVERSAL_REAL) && right.contains(&UNIVERSAL_INTEGER))
            || (left.contains(&UNIVERSAL_INTEGER) && right.contains(&UNIVERSAL_REAL));
        if !mixed {
            return self.resolve_arithmetic(op, l, r, expected, span);
        }
        for &a in left.iter() {
            for &b in right.iter() {
                let Some(result) = self.product_result(op, a, b) else { continue };
                if !expected.is_none_or(|e| self.a.fits(result, e)) {
                    continue;
                }
                let settle = |s: &Self, t: TypeId| match t {
                    UNIVERSAL_INTEGER if result != UNIVERSAL_REAL => s.a.standard.integer,
                    other => other,
                };
                let (a, b) = (settle(self, a), settle(self, b));
                let (left, right) = (self.resolve(l, a)?, self.resolve(r, b)?);
                let ty = match (result, expected) {
                    (UNIVERSAL_FIXED, Some(e)) if self.a.is_fixed(e) || self.a.is_float(e) => self.a.base(e),
                    (UNIVERSAL_FIXED, _) => UNIVERSAL_FIXED,
                    (UNIVERSAL_REAL, Some(e)) if !self.a.is_pseudo(e) => self.a.base(e),
                    (t, _) if self.a.is_pseudo(t) => t,
                    (t, _) => self.a.base(t),
                };
                return Ok(self.fold_binary(op, left, right, ty, span));
            }
        }
        self.no_operator(op, l, r, span)
    }

    fn resolve_power(
        &mut self,
        l: &Expression,
        r: &Expression,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        let types = self.candidates(l);
        let numeric: Vec<TypeId> = types
            .iter()
            .copied()
            .filter(|&t| self.a.is_numeric(t) && expected.is_none_or(|e| self.a.fits(t, e)))
            .collect();
        if numeric.is_empty() {
            return self.no_operator(BinaryOperator::Power, l, r, span);
        }
        let ty = match expected {
            Some(e) if !self.a.is_pseudo(self.a.root(e)) => self.a.root(e),
            _ => self.pick(&numeric, span)?,
        };
        let left = self.resolve(l, ty)?;
        let natural = if self.a.is_float(ty) || self.a.is_pseudo(ty) {
            self.a.base(self.a.standard.integer)
        } else {
            self.a.standard.natural
        };
        let right = self.resolve(r, natural)?;
        let result = if self.a.is_pseudo(ty) { ty } else { self.a.base(ty) };
        Ok(self.fold_binary(BinaryOperator::Power, left, right, result, span))
    }

    fn resolve_concatenation(
        &mut self,
        l: &Expression,
        r: &Expression,
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        let (left, right) = (self.candidates(l), self.candidates(r));
        let mut results: Vec<TypeId> = Vec::new();
        for &a in left.iter() {
            for &b in right.iter() {
                if let Some(t) = self.concatenation_result(a, b)
                    && expected.is_none_or(|e| self.a.fits(t, e))
                    && !results.contains(&t)
                {
                    results.push(t);
                }
            }
        }
        let array = match expected {
            Some(e) if self.a.is_array(e) => self.a.root(e),
            _ if results.is_empty() => return self.no_operator(BinaryOperator::Concatenate, l, r, span),
            _ => self.pick(&results, span)?,
        };
        let array = if array == ANY_STRING { self.a.standard.string } else { array };
        let component = match self.a.component_type(array) {
            Some(component) => component,
            None => return self.no_operator(BinaryOperator::Concatenate, l, r, span),
        };
        let operand = |s: &mut Self, e: &Expression| -> Resolved<Expr> {
            let types = s.candidates(e);
            let whole = types.iter().any(|&t| s.a.fits(t, array));
            // An aggregate operand is the array unless only the element can be one.
            if whole { s.resolve(e, array) } else { s.resolve(e, component) }
        };
        let (left, right) = (operand(self, l)?, operand(self, r)?);
        let kind = ExprKind::Binary(BinaryOperator::Concatenate, Box::new(left), Box::new(right));
        Ok(Expr { kind, ty: array, span, value: None })
    }
}
