//! Attributes (RM K.2, and GNAT's).

use super::entities::*;
use super::tree::{Attribute, AttributeKind, Expr, ExprKind};
use super::types::*;
use super::value::{Value, power_of_two};
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{Association, Expression, ExpressionKind, Identifier};
use crate::syntax::names::Symbol;
use cairn_base::Span;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

/// Attributes that are functions on a scalar type.
pub(super) fn function_attribute(name: &str) -> Option<(AttributeKind, usize)> {
    use AttributeKind::*;
    Some(match name {
        "pos" => (Pos, 1),
        "val" => (Val, 1),
        "succ" => (Succ, 1),
        "pred" => (Pred, 1),
        "min" => (Min, 2),
        "max" => (Max, 2),
        "mod" => (Mod, 1),
        "image" | "img" => (Image, 1),
        "value" => (AttributeKind::Value, 1),
        "floor" => (Floor, 1),
        "ceiling" => (Ceiling, 1),
        "rounding" => (Rounding, 1),
        "truncation" => (Truncation, 1),
        "unbiased_rounding" => (UnbiasedRounding, 1),
        "machine_rounding" => (MachineRounding, 1),
        "remainder" => (Remainder, 2),
        "machine" | "model" => (Machine, 1),
        "copy_sign" => (CopySign, 2),
        "enum_rep" => (EnumRep, 1),
        "enum_val" => (EnumVal, 1),
        "adjacent" => (Adjacent, 2),
        _ => return None,
    })
}

impl Analyzer<'_> {
    pub(super) fn attribute_candidates(
        &mut self,
        prefix: &Expression,
        symbol: Symbol,
        arguments: &[Association],
    ) -> Vec<TypeId> {
        let name = self.symbol_text(symbol).to_string();
        let standard = self.a.standard;
        let of_type = self.type_named(prefix);
        match &*name {
            "first_valid" | "last_valid" => of_type.map(|ty| self.a.root(ty)).into_iter().collect(),
            "first" | "last" => {
                let types = match of_type {
                    Some(ty) => vec![ty],
                    None => self.candidates(prefix).to_vec(),
                };
                let messages = self.diagnostics.len();
                // What is wrong here is said when the attribute is resolved.
                let dimension = self.dimension(arguments, prefix.span).unwrap_or(0);
                self.diagnostics.truncate(messages);
                let index = |t: TypeId| {
                    let t = self.designated(t).unwrap_or(t);
                    if self.a.is_array(t) {
                        self.a.index_types(t).get(dimension).map(|&i| self.a.root(i))
                    } else {
                        Some(self.a.root(t))
                    }
                };
                types.into_iter().filter_map(index).collect()
            }
            "length"
            | "pos"
            | "size"
            | "modulus"
            | "digits"
            | "width"
            | "aft"
            | "fore"
            | "mantissa"
            | "emax"
            | "machine_mantissa"
            | "machine_emax"
            | "machine_emin"
            | "machine_radix"
            | "alignment"
            | "object_size"
            | "value_size"
            | "component_size"
            | "model_mantissa"
            | "model_emin"
            | "scale"
            | "enum_rep"
            | "max_size_in_storage_elements"
            | "bit_order"
            | "address_size"
            | "word_size"
            | "storage_unit"
            | "maximum_alignment"
            | "max_integer_size"
            | "exponent" => {
                vec![UNIVERSAL_INTEGER]
            }
            "delta" | "small" | "epsilon" | "model_small" | "model_epsilon" | "large" | "safe_large" => {
                vec![UNIVERSAL_REAL]
            }
            "image" | "img" => vec![standard.string],
            "valid" | "valid_scalars" | "constrained" | "machine_overflows" | "machine_rounds" | "denorm"
            | "signed_zeros" | "initialized" | "callable" | "terminated" | "definite" => vec![standard.boolean],
            "old" | "loop_entry" | "update" => self.candidates(prefix).to_vec(),
            "result" => match self.result_entity(prefix) {
                Some(entity) => match self.a.entities[entity].kind {
                    EntityKind::Subprogram(id) => {
                        self.a.subprograms[id].result.map(|t| self.a.root(t)).into_iter().collect()
                    }
                    _ => Vec::new(),
                },
                None => Vec::new(),
            },
            "safe_first" | "safe_last" | "val" | "succ" | "pred" | "min" | "max" | "mod" | "value" | "floor"
            | "ceiling" | "rounding" | "truncation" | "unbiased_rounding" | "machine_rounding" | "remainder"
            | "machine" | "model" | "copy_sign" | "enum_val" | "adjacent" | "fraction" | "compose" | "scaling"
            | "leading_part" => match of_type {
                Some(ty) => vec![self.a.root(ty)],
                None => self.candidates(prefix).to_vec(),
            },
            "access" | "unchecked_access" | "unrestricted_access" | "address" => vec![ANY_ACCESS, ANY_TYPE],
            _ => vec![ANY_TYPE],
        }
    }

    pub(super) fn resolve_attribute(
        &mut self,
        prefix: &Expression,
        name: Identifier,
        arguments: &[Association],
        expected: Option<TypeId>,
        span: Span,
    ) -> Resolved<Expr> {
        let text = self.symbol_text(name.symbol).to_string();
        match &*text {
            "old" => {
                let inner = self.resolve_prefix(prefix, expected)?;
                let ty = inner.ty;
                return Ok(Expr { kind: ExprKind::Old(Box::new(inner)), ty, span, value: None });
            }
            "loop_entry" => return self.resolve_loop_entry(prefix, arguments, span),
            "result" => return self.resolve_result(prefix, span),
            "update" => return self.resolve_update(prefix, arguments, expected, span),
            "to_address" => return self.address_of_number(arguments, expected, span),
            "default_bit_order" | "storage_unit" | "maximum_alignment" if self.is_standard(prefix) => {
                let number = if text == "storage_unit" { 8 } else { i32::from(text != "default_bit_order") * 15 + 1 };
                return Ok(self.static_expr(Value::Int(BigInt::from(number)), UNIVERSAL_INTEGER, span));
            }
            "address" if expected.is_some_and(|t| !self.a.is_pseudo(t) && self.a.is_discrete(t)) => {
                let ty = expected.unwrap_or(ANY_ACCESS);
                let prefix = self.address_prefix(prefix)?;
                let mut address = self.attribute_expr(AttributeKind::Address, prefix, Vec::new(), ty, span);
                address.ty = ty;
                return Ok(address);
            }
            "access" | "unchecked_access" | "unrestricted_access" | "address" => {
                return Ok(self.unsupported_expr(&format!("attribute {text}"), expected.unwrap_or(ANY_ACCESS), span));
            }
            "first" | "last" | "length" => return self.resolve_bound(prefix, &text, arguments, span),
            "first_valid" | "last_valid" => return self.resolve_valid_bound(prefix, text == "first_valid", span),
            "valid" | "valid_scalars" | "initialized" => {
                let inner = self.resolve_any(prefix)?;
                let boolean = self.a.standard.boolean;
                return Ok(self.attribute_expr(AttributeKind::Valid, Some(inner), Vec::new(), boolean, span));
            }
            "constrained" => {
                let inner = self.resolve_any(prefix)?;
                let boolean = self.a.standard.boolean;
                return Ok(self.attribute_expr(AttributeKind::Constrained, Some(inner), Vec::new(), boolean, span));
            }
            _ => {}
        }
        if let Some((kind, arity)) = function_attribute(&text) {
            return self.resolve_function_attribute(kind, arity, prefix, arguments, span);
        }
        if let ExpressionKind::Name(symbol) = prefix.kind
            && self.symbol_text(symbol) == "standard"
            && let Some(value) = machine_attribute(&text)
        {
            return Ok(self.static_expr(Value::int(value), UNIVERSAL_INTEGER, span));
        }
        let (ty, evaluated) = match self.type_named(prefix) {
            Some(ty) => (ty, None),
            None => {
                let object = self.resolve_any(prefix)?;
                (object.ty, crate::lower::visit::is_evaluated(&object).then_some(object))
            }
        };
        match self.static_attribute(&text, ty) {
            Some((value, result)) => {
                let number = self.static_expr(value, result, span);
                let Some(object) = evaluated else { return Ok(number) };
                let kind = ExprKind::Let(vec![super::tree::Item::Named(object)], Box::new(number));
                Ok(Expr { kind, ty: result, span, value: None })
            }
            None if self.a.is_refused(ty).is_some() => self.unsupported(span, format!("attribute {text}")),
            None if is_representation(&text) => self.unsupported(span, format!("attribute {text}")),
            None => {
                let type_name = self.a.type_name(ty);
                self.error(codes::BAD_ATTRIBUTE, name.span, format!("there is no attribute `{text}` of {type_name}"))
            }
        }
    }

    /// `System'To_Address (N)`: addresses are numbers.
    fn address_of_number(&mut self, arguments: &[Association], expected: Option<TypeId>, span: Span) -> Resolved<Expr> {
        let ty = expected.filter(|&t| !self.a.is_pseudo(t) && self.a.is_discrete(t));
        let (Some(ty), [argument]) = (ty, arguments) else {
            return Ok(self.unsupported_expr("attribute To_Address", expected.unwrap_or(ANY_ACCESS), span));
        };
        let value = self.static_integer(&argument.value)?;
        Ok(self.static_expr(Value::Int(value), ty, span))
    }

    fn resolve_prefix(&mut self, prefix: &Expression, expected: Option<TypeId>) -> Resolved<Expr> {
        match expected {
            Some(ty) if !self.a.is_pseudo(ty) => self.resolve(prefix, self.a.root(ty)),
            _ => self.resolve_any(prefix),
        }
    }

    fn attribute_expr(
        &self,
        what: AttributeKind,
        prefix: Option<Expr>,
        arguments: Vec<Expr>,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        let of = prefix.as_ref().map_or(ty, |p| p.ty);
        let attribute = Attribute { what, prefix, ty: of, arguments, dimension: 0 };
        Expr { kind: ExprKind::Attribute(Box::new(attribute)), ty, span, value: None }
    }

    pub(super) fn resolve_loop_entry(
        &mut self,
        prefix: &Expression,
        arguments: &[Association],
        span: Span,
    ) -> Resolved<Expr> {
        let inner = self.resolve_any(prefix)?;
        let named = match arguments {
            [Association { value: Expression { kind: ExpressionKind::Name(symbol), .. }, .. }] => Some(*symbol),
            _ => None,
        };
        let chosen = self.loops.iter().rev().find(|l| !l.block && (named.is_none() || l.name == named)).map(|l| l.id);
        let ty = inner.ty;
        match chosen {
            Some(id) => {
                // `X'Loop_Entry (I)` indexes the value at loop entry when I is no loop name.
                Ok(Expr { kind: ExprKind::LoopEntry(Box::new(inner), id), ty, span, value: None })
            }
            None if named.is_some() => {
                let Some(id) = self.loops.iter().rev().find(|l| !l.block).map(|l| l.id) else {
                    return self.error(codes::BAD_EXIT, span, "no loop around this");
                };
                let entry = Expr { kind: ExprKind::LoopEntry(Box::new(inner), id), ty, span, value: None };
                self.index_of(entry, arguments, span)
            }
            None => self.error(codes::BAD_EXIT, span, "no loop around this"),
        }
    }

    fn index_of(&mut self, array: Expr, arguments: &[Association], span: Span) -> Resolved<Expr> {
        let indexes = self.a.index_types(array.ty).to_vec();
        let Some(component) = self.a.component_type(array.ty).filter(|_| indexes.len() == arguments.len()) else {
            return self.error(codes::BAD_ATTRIBUTE, span, "this is not an array");
        };
        let mut values = Vec::new();
        for (argument, index) in arguments.iter().zip(indexes) {
            values.push(self.resolve(&argument.value, self.a.root(index))?);
        }
        Ok(Expr { kind: ExprKind::Index(Box::new(array), values), ty: component, span, value: None })
    }

    /// The function a `'Result` speaks of: the one whose contract this is, among overloaded ones.
    fn result_entity(&mut self, prefix: &Expression) -> Option<EntityId> {
        let found = self.entities_of(prefix)?;
        let current = self.context.subprogram;
        let own = found.iter().copied().find(|&e| match self.a.entities[e].kind {
            EntityKind::Subprogram(id) => Some(id) == current,
            _ => false,
        });
        own.or(found.first().copied())
    }

    fn resolve_result(&mut self, prefix: &Expression, span: Span) -> Resolved<Expr> {
        let ids = self.functions_named(prefix);
        let current = self.context.subprogram;
        let id = ids.iter().copied().find(|id| Some(*id) == current).or(ids.first().copied());
        match id.and_then(|id| self.a.subprograms[id].result.map(|ty| (id, ty))) {
            Some((id, ty)) => Ok(Expr { kind: ExprKind::Result(id), ty, span, value: None }),
            None => self.error(codes::BAD_ATTRIBUTE, span, "this is not a function"),
        }
    }

    fn dimension(&mut self, arguments: &[Association], span: Span) -> Resolved<usize> {
        match arguments {
            [] => Ok(0),
            [one] => {
                let n = self.static_integer(&one.value)?;
                match n.to_usize().and_then(|n| n.checked_sub(1)) {
                    Some(n) => Ok(n),
                    None => self.error(codes::BAD_ATTRIBUTE, span, "there is no such dimension"),
                }
            }
            _ => self.error(codes::BAD_ATTRIBUTE, span, "one dimension at most"),
        }
    }

    fn is_standard(&self, prefix: &Expression) -> bool {
        matches!(prefix.kind, ExpressionKind::Name(symbol) if self.symbol_text(symbol) == "standard")
    }

    fn resolve_bound(
        &mut self,
        prefix: &Expression,
        text: &str,
        arguments: &[Association],
        span: Span,
    ) -> Resolved<Expr> {
        let dimension = self.dimension(arguments, span)?;
        if let Some(ty) = self.type_named(prefix)
            && self.a.is_scalar(ty)
        {
            let Some(range) = self.a.scalar_range(ty, span) else { return self.undefined(span) };
            let bound = if text == "first" { range.low } else { range.high };
            return Ok(Expr { span, ty: self.a.base(ty), ..(*bound).clone() });
        }
        let object = match self.type_named(prefix) {
            Some(_) => None,
            None => Some(self.resolve_any(prefix)?),
        };
        let ty = match (&object, self.type_named(prefix)) {
            (Some(object), _) => object.ty,
            (None, Some(ty)) => ty,
            (None, None) => return self.undefined(span),
        };
        if self.designated(ty).is_some() {
            return Ok(self.unsupported_expr("access value", UNIVERSAL_INTEGER, span));
        }
        let indexes = self.a.index_types(ty).to_vec();
        let Some(&index) = indexes.get(dimension) else {
            let name = self.a.type_name(ty);
            return self.error(codes::BAD_ATTRIBUTE, span, format!("{name} has no such bound"));
        };
        let result = if text == "length" { UNIVERSAL_INTEGER } else { self.a.base(index) };
        let what = match text {
            "first" => AttributeKind::First,
            "last" => AttributeKind::Last,
            _ => AttributeKind::Length,
        };
        let value = self.a.array_bounds(ty, span).and_then(|b| b.get(dimension).and_then(Range::static_integers));
        let value = value.map(|(low, high)| match what {
            AttributeKind::First => Value::Int(low),
            AttributeKind::Last => Value::Int(high),
            _ => Value::Int((high - low + BigInt::one()).max(BigInt::from(0))),
        });
        // Calls in the prefix are made, whatever is known about the bounds.
        let value = value.filter(|_| !object.as_ref().is_some_and(calls_something));
        let attribute = Attribute { what, prefix: object, ty, arguments: Vec::new(), dimension };
        Ok(Expr { kind: ExprKind::Attribute(Box::new(attribute)), ty: result, span, value })
    }

    fn resolve_function_attribute(
        &mut self,
        what: AttributeKind,
        arity: usize,
        prefix: &Expression,
        arguments: &[Association],
        span: Span,
    ) -> Resolved<Expr> {
        use AttributeKind as K;
        let standard = self.a.standard;
        let mut values = Vec::new();
        let ty = match self.type_named(prefix) {
            Some(ty) => ty,
            None => {
                // `X'Image`, `X'Enum_Rep`: the object is the argument.
                let value = self.resolve_any(prefix)?;
                let ty = value.ty;
                values.push(value);
                ty
            }
        };
        if values.is_empty() {
            if arguments.len() != arity {
                return self.error(codes::BAD_ATTRIBUTE, span, format!("this attribute takes {arity} argument(s)"));
            }
            for argument in arguments {
                let wanted = match what {
                    K::Val | K::Mod | K::EnumVal => {
                        let value = self.resolve_discrete(&argument.value)?;
                        values.push(value);
                        continue;
                    }
                    K::Value => standard.string,
                    _ => self.a.root(ty),
                };
                values.push(self.resolve(&argument.value, wanted)?);
            }
        }
        Ok(self.attribute_call(what, ty, values, span))
    }

    /// A function attribute of a type, applied to resolved arguments.
    pub(super) fn attribute_call(&mut self, what: AttributeKind, ty: TypeId, arguments: Vec<Expr>, span: Span) -> Expr {
        let result = match what {
            AttributeKind::Pos | AttributeKind::EnumRep => UNIVERSAL_INTEGER,
            AttributeKind::Image => self.a.standard.string,
            _ => self.a.base(ty),
        };
        let value = self.function_value(what, &arguments, ty);
        let attribute = Attribute { what, prefix: None, ty, arguments, dimension: 0 };
        Expr { kind: ExprKind::Attribute(Box::new(attribute)), ty: result, span, value }
    }

    fn function_value(&self, what: AttributeKind, values: &[Expr], ty: TypeId) -> Option<Value> {
        use AttributeKind as K;
        let first = values.first()?.value.clone()?;
        let second = values.get(1).and_then(|v| v.value.clone());
        let value = match (what, first) {
            (K::Pos, v @ Value::Int(_)) => return Some(v),
            (K::Val, v @ Value::Int(_)) => v,
            (K::Succ, Value::Int(v)) if !self.a.is_modular(ty) => Value::Int(v + 1),
            (K::Pred, Value::Int(v)) if !self.a.is_modular(ty) => Value::Int(v - 1),
            (K::Min, v) => v.min(second?),
            (K::Max, v) => v.max(second?),
            (K::Mod, Value::Int(v)) => match self.a.kind(ty) {
                TypeKind::Modular { modulus } => Value::Int(num_integer::Integer::mod_floor(&v, modulus)),
                _ => return None,
            },
            (K::Floor, Value::Real(v)) => Value::Real(v.floor()),
            (K::Ceiling, Value::Real(v)) => Value::Real(v.ceil()),
            (K::Truncation, Value::Real(v)) => Value::Real(v.trunc()),
            (K::Rounding, Value::Real(v)) => Value::Real(BigRational::from_integer(super::value::round_away(&v))),
            _ => return None,
        };
        self.fits_base(&value, ty).then_some(value)
    }

    /// Attributes whose value follows from the type alone.
    fn static_attribute(&self, text: &str, ty: TypeId) -> Option<(Value, TypeId)> {
        let integer = |v: i64| Some((Value::int(v), UNIVERSAL_INTEGER));
        let real = |v: BigRational| Some((Value::Real(v), UNIVERSAL_REAL));
        match (text, self.a.kind(ty)) {
            ("modulus", TypeKind::Modular { modulus }) => Some((Value::Int(modulus.clone()), UNIVERSAL_INTEGER)),
            ("digits", TypeKind::Float { digits, .. }) => integer(i64::from(*digits)),
            ("digits", TypeKind::Fixed { digits: Some(digits), .. }) => integer(i64::from(*digits)),
            ("delta", TypeKind::Fixed { delta, .. }) => real(delta.clone()),
            ("small", TypeKind::Fixed { small, .. }) => real(small.clone()),
            ("machine_radix", _) => integer(2),
            ("machine_mantissa" | "model_mantissa", TypeKind::Float { size, .. }) => {
                integer(i64::from(size.format().0))
            }
            ("machine_emax", TypeKind::Float { size, .. }) => integer(1i64 << (size.format().1 - 1)),
            ("machine_emin" | "model_emin", TypeKind::Float { size, .. }) => {
                integer(3 - (1i64 << (size.format().1 - 1)))
            }
            ("model_epsilon" | "epsilon", TypeKind::Float { size, .. }) => {
                real(power_of_two(1 - i64::from(size.format().0)))
            }
            ("model_small" | "small", TypeKind::Float { size, .. }) => {
                real(power_of_two(2 - (1i64 << (size.format().1 - 1))))
            }
            ("safe_first", TypeKind::Float { size, .. }) => Some((Value::Real(-size.largest()), self.a.base(ty))),
            ("safe_last", TypeKind::Float { size, .. }) => Some((Value::Real(size.largest()), self.a.base(ty))),
            ("machine_overflows", _) => Some((Value::boolean(false), self.a.standard.boolean)),
            ("machine_rounds" | "denorm" | "signed_zeros", _) => Some((Value::boolean(true), self.a.standard.boolean)),
            ("width", _) if self.a.is_discrete(ty) => self.width(ty).map(|w| (Value::int(w), UNIVERSAL_INTEGER)),
            ("aft", TypeKind::Fixed { delta, .. }) => {
                let mut aft = 1;
                let mut scaled = delta * BigRational::from_integer(BigInt::from(10));
                while scaled < BigRational::one() {
                    scaled *= BigRational::from_integer(BigInt::from(10));
                    aft += 1;
                }
                integer(aft)
            }
            ("size" | "object_size" | "value_size", _) => {
                self.size(ty, text).map(|s| (Value::int(s), UNIVERSAL_INTEGER))
            }
            _ => None,
        }
    }

    fn width(&self, ty: TypeId) -> Option<usize> {
        match self.a.kind(ty) {
            TypeKind::Enumeration { literals, .. } => {
                let (low, high) = self.a.discrete_bounds(ty)?;
                let within = |at: usize| low <= BigInt::from(at) && BigInt::from(at) <= high;
                let lengths = literals.iter().enumerate().filter(|(at, _)| within(*at));
                Some(lengths.map(|(_, l)| l.spelled.chars().count()).max().unwrap_or(0))
            }
            TypeKind::Character { .. } => Some(12),
            _ => {
                let (low, high) = self.a.discrete_bounds(ty)?;
                if low > high {
                    return Some(0);
                }
                let digits = |v: &BigInt| v.magnitude().to_string().len() + 1;
                Some(digits(&low).max(digits(&high)))
            }
        }
    }

    /// `T'Size` of scalars: the fewest bits; objects: the machine size.
    fn size(&self, ty: TypeId, text: &str) -> Option<i64> {
        let minimal = match self.a.kind(ty) {
            TypeKind::Float { size: FloatSize::Single, .. } => 32,
            TypeKind::Float { size: FloatSize::Double, .. } => 64,
            TypeKind::Float { .. } => 128,
            TypeKind::Fixed { bits, .. } => i64::from(*bits),
            _ if self.a.is_discrete(ty) => {
                let (low, high) = self.a.discrete_bounds(ty)?;
                let bits = |v: &BigInt| v.bits() as i64;
                if low < BigInt::from(0) { bits(&(-low - 1)).max(bits(&high)) + 1 } else { bits(&high) }
            }
            _ => return None,
        };
        Some(if text == "object_size" { (minimal.max(8) + 7) / 8 * 8 } else { minimal })
    }
}

/// Attributes of `Standard` that describe the machine.
fn machine_attribute(text: &str) -> Option<i64> {
    Some(match text {
        "address_size" | "word_size" => 64,
        "storage_unit" => 8,
        "maximum_alignment" => 16,
        "max_integer_size" => 128,
        _ => return None,
    })
}

fn is_representation(text: &str) -> bool {
    matches!(
        text,
        "size"
            | "object_size"
            | "alignment"
            | "component_size"
            | "address"
            | "tag"
            | "position"
            | "first_bit"
            | "last_bit"
            | "storage_size"
            | "max_size_in_storage_elements"
            | "bit_order"
            | "identity"
            | "count"
            | "caller"
            | "img"
            | "exponent"
            | "fraction"
            | "compose"
            | "scaling"
            | "leading_part"
            | "reduce"
            | "wide_image"
            | "wide_value"
            | "wide_wide_image"
            | "wide_wide_value"
            | "has_discriminants"
            | "definite"
            | "callable"
            | "terminated"
            | "scale"
            | "fore"
            | "version"
            | "range_length"
            | "wide_width"
            | "put_image"
            | "input"
            | "output"
            | "read"
            | "write"
            | "type_class"
            | "code_address"
            | "unconstrained_array"
            | "value_size"
            | "width"
            | "max_integer_size"
            | "word_size"
            | "maximum_alignment"
            | "has_same_storage"
            | "overlaps_storage"
    )
}

fn calls_something(e: &Expr) -> bool {
    let mut found = false;
    crate::lower::visit::expression(e, &mut |met| found |= matches!(met, crate::lower::visit::Met::Call(_)));
    found
}
