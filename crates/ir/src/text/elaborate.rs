//! Nodes to typed expressions, in three passes over the table, none of them recursive.
//!
//! 1. *Upwards*: a node that has a type of its own (a variable, a comparison, what is written behind a
//!    colon, …) gets it. Literals, loads and aggregates have none.
//! 2. *Downwards*: those take it from their parent or from the operand beside them.
//! 3. *Upwards*: expressions are built; the builder refuses ill-typed ones, and the message points at
//!    the node.
//!
//! The printer (`print_expr`) follows the same rules to know where a type must be written.

use super::codes;
use super::cursor::Parsed;
use super::items::Reader;
use super::literal;
use super::node::{ComponentName, Literal, Node, NodeId, Op, Role};
use super::operators::{Function, Operator, Scheme, Typed, keeps_type, resolve};
use crate::expr::{Convert, ExprId, ExprKind, Place, PlaceBase, Projection, Unary};
use crate::types::{RecordType, TypeId, TypeKind};
use crate::typing::{self, type_name};
use crate::value::{ArrayValue, Bits, Byte, Pointer, Value};
use cairn_base::{Diagnostic, Span};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::Arc;

/// All constants of a text together have at most this many elements.
const MAX_CONSTANT_CELLS: u64 = 1 << 24;

impl Reader<'_> {
    /// Reads an expression whose surroundings want a type (or do not care).
    pub fn typed_expression(&mut self, expected: Option<TypeId>) -> Parsed<ExprId> {
        self.nodes.clear();
        let root = self.expression()?;
        self.elaborate(root, expected)?;
        match self.built[root as usize] {
            Some(expr) => Ok(expr),
            None => self.cursor.fail(codes::SYNTAX, "expected an expression", self.nodes[root as usize].span),
        }
    }
    pub fn condition(&mut self) -> Parsed<ExprId> {
        let ty = self.program.types.bool();
        let start = self.cursor.token();
        let expr = self.typed_expression(Some(ty))?;
        let found = self.program.type_of(expr);
        if !self.program.types.is_bool(found) {
            let span = self.cursor.span_from(start);
            let message = format!("expected a condition, found {}", type_name(&self.program.types, found));
            return self.cursor.fail(codes::ILL_TYPED, &message, span);
        }
        Ok(expr)
    }
    /// Reads a place; returns its type too.
    pub fn typed_place(&mut self) -> Parsed<(Place, TypeId)> {
        self.nodes.clear();
        let root = self.place_nodes()?;
        self.elaborate(root, None)?;
        let place = self.place(root)?;
        match typing::place_type(&self.program, &place) {
            Ok(ty) => Ok((place, ty)),
            Err(error) => self.cursor.fail(codes::ILL_TYPED, &error.0, self.nodes[root as usize].span),
        }
    }

    fn elaborate(&mut self, root: NodeId, expected: Option<TypeId>) -> Parsed<()> {
        for node in 0..self.nodes.len() {
            if self.nodes[node].ty.is_none() {
                self.nodes[node].ty = self.own_type(node);
            }
        }
        self.want(root, expected);
        for node in (0..self.nodes.len()).rev() {
            self.types_downwards(node);
        }
        self.built.clear();
        for node in 0..self.nodes.len() {
            let built = match self.nodes[node].role {
                Role::Value => Some(self.build(node)?),
                Role::Place | Role::Constant => None,
            };
            self.built.push(built);
        }
        Ok(())
    }

    // ---- first pass ----

    fn arg_type(&self, node: usize, n: usize) -> Option<TypeId> {
        let arg = *self.nodes[node].args.get(n)?;
        self.nodes[arg as usize].ty
    }

    /// The type a node has whatever stands around it.
    fn own_type(&mut self, node: usize) -> Option<TypeId> {
        let (first, second) = (self.arg_type(node, 0), self.arg_type(node, 1));
        let types = &mut self.program.types;
        match &self.nodes[node].op {
            Op::Literal(_) | Op::Load | Op::ArrayOf | Op::Fill(_) | Op::RecordOf(_) => None,
            Op::Bool(_) | Op::Not | Op::Forall(_) | Op::Exists(_) => Some(types.bool()),
            Op::Var(variable) => Some(self.program.variables[*variable].ty),
            Op::Infix(infix) if operator_keeps_type(infix.operator) => first.or(second),
            Op::Infix(_) => Some(types.bool()),
            Op::Minus | Op::BitNot | Op::Const | Op::Old | Op::PointerAdd(_) => first,
            Op::WithIndex | Op::WithComponent(_) => first,
            Op::Function(_, scheme) => match scheme {
                Scheme::Same => first.or(second).or(self.arg_type(node, 2)),
                Scheme::Test | Scheme::PointerTest | Scheme::PointerSize => Some(types.bool()),
                Scheme::PointerToSigned => Some(types.int(64)),
                Scheme::PointerToUnsigned => Some(types.unsigned(64)),
            },
            Op::Convert(_, ty) => Some(*ty),
            Op::If => second.or(self.arg_type(node, 2)),
            Op::Index => match types.kind(first?) {
                TypeKind::Array { element, .. } => Some(*element),
                _ => None,
            },
            Op::Component(name) => {
                let record = record_type(types.kind(first?))?;
                record.fields.get(position(record, name)?).map(|field| field.ty)
            }
            Op::AddressOf | Op::ProcedureAddress(_) => Some(types.pointer()),
            Op::Contents(ty) => Some(*ty),
            Op::Apply(function) => {
                let result = self.program.procedures[*function].results.first();
                result.map(|result| self.program.variables[*result].ty)
            }
        }
    }

    // ---- second pass ----

    fn want(&mut self, node: NodeId, ty: Option<TypeId>) {
        let node = &mut self.nodes[node as usize];
        node.ty = node.ty.or(ty);
    }

    /// Gives the children of a node the types they lack.
    fn types_downwards(&mut self, node: usize) {
        let own = self.nodes[node].ty;
        let args = self.nodes[node].args.clone();
        let types = &mut self.program.types;
        match &self.nodes[node].op {
            Op::Literal(_) | Op::Bool(_) | Op::Var(_) | Op::ProcedureAddress(_) | Op::AddressOf => {}
            Op::Infix(infix) => {
                let outer = own.filter(|_| operator_keeps_type(infix.operator));
                let boolean = is_boolean(infix.operator).then(|| types.bool());
                self.want_alike(&args, boolean.or(outer));
            }
            Op::Minus | Op::BitNot | Op::Const | Op::Old => self.want(args[0], own),
            Op::Not | Op::Forall(_) | Op::Exists(_) => {
                let ty = types.bool();
                self.want(args[0], Some(ty));
            }
            Op::Function(_, Scheme::Same) => self.want_alike(&args, own),
            Op::Function(_, Scheme::Test) => self.want_alike(&args, None),
            Op::Function(_, scheme) => {
                let (pointer, size) = (types.pointer(), types.unsigned(64));
                let second = if *scheme == Scheme::PointerSize { size } else { pointer };
                self.want(args[0], Some(pointer));
                if let Some(&arg) = args.get(1) {
                    self.want(arg, Some(second));
                }
            }
            Op::PointerAdd(_) => {
                let index = types.int(64);
                self.want(args[0], own);
                self.want(args[1], Some(index));
            }
            Op::Convert(convert, _) => {
                let ty = match convert {
                    Convert::BoolToInt => Some(types.bool()),
                    Convert::PointerToInt => Some(types.pointer()),
                    Convert::IntToPointer => Some(types.int(64)),
                    Convert::MathToInt | Convert::MathToReal => Some(types.math_int()),
                    Convert::RealToMath | Convert::RealToFloat(_) => Some(types.real()),
                    _ => None,
                };
                self.want(args[0], ty);
            }
            Op::If => {
                let ty = types.bool();
                self.want(args[0], Some(ty));
                self.want_alike(&args[1..], own);
            }
            Op::Load | Op::Contents(_) => {
                let ty = types.pointer();
                self.want(args[0], Some(ty));
            }
            Op::Apply(function) => {
                let function = *function;
                for (argument, parameter) in args.iter().zip(self.program.procedures[function].parameters.clone()) {
                    let ty = self.program.variables[parameter].ty;
                    self.want(*argument, Some(ty));
                }
            }
            _ => self.aggregate_downwards(node, &args),
        }
    }
    /// Operands of one type: from whichever has one, else from outside.
    fn want_alike(&mut self, args: &[NodeId], outer: Option<TypeId>) {
        let known = args.iter().find_map(|arg| self.nodes[*arg as usize].ty);
        for &arg in args {
            self.want(arg, known.or(outer));
        }
    }
    fn aggregate_downwards(&mut self, node: usize, args: &[NodeId]) {
        let own = self.nodes[node].ty;
        match &self.nodes[node].op {
            Op::Index => {
                let index = self.arg_type(node, 0).and_then(|ty| self.index_type(ty));
                self.want(args[1], index);
            }
            Op::WithIndex => {
                self.want(args[0], own);
                let array = self.arg_type(node, 0);
                let (index, element) = (array.and_then(|t| self.index_type(t)), array.and_then(|t| self.element(t)));
                self.want(args[1], index);
                self.want(args[2], element);
            }
            Op::WithComponent(name) => {
                let name = name.clone();
                self.want(args[0], own);
                let field = self.arg_type(node, 0).and_then(|ty| self.component(ty, &name));
                self.want(args[1], field);
            }
            Op::ArrayOf | Op::Fill(_) => {
                let element = own.and_then(|ty| self.element(ty));
                for &arg in args {
                    self.want(arg, element);
                }
            }
            Op::RecordOf(names) => {
                let names = names.clone();
                for (n, &arg) in args.iter().enumerate() {
                    let name = names.get(n).cloned().unwrap_or(ComponentName::Position(n as u32));
                    let field = own.and_then(|ty| self.component(ty, &name));
                    self.want(arg, field);
                }
            }
            _ => {}
        }
    }
    fn index_type(&self, array: TypeId) -> Option<TypeId> {
        match self.program.types.kind(array) {
            TypeKind::Array { index, .. } => Some(*index),
            _ => None,
        }
    }
    fn element(&self, array: TypeId) -> Option<TypeId> {
        match self.program.types.kind(array) {
            TypeKind::Array { element, .. } => Some(*element),
            _ => None,
        }
    }
    fn component(&self, record: TypeId, name: &ComponentName) -> Option<TypeId> {
        let record = record_type(self.program.types.kind(record))?;
        record.fields.get(position(record, name)?).map(|field| field.ty)
    }

    // ---- third pass ----

    fn built_arg(&mut self, node: usize, n: usize) -> Parsed<ExprId> {
        let arg = self.nodes[node].args[n] as usize;
        match self.built.get(arg).copied().flatten() {
            Some(expr) => Ok(expr),
            None => self.cursor.fail(codes::SYNTAX, "expected an expression", self.nodes[arg].span),
        }
    }
    fn type_of_node(&mut self, node: usize) -> Parsed<TypeId> {
        match self.nodes[node].ty {
            Some(ty) => Ok(ty),
            None => {
                let span = self.nodes[node].span;
                let message = Diagnostic::error(codes::UNTYPED, "the type of this is not known here").at(span, "");
                self.cursor.report(message.help("write it behind a colon, as in `5:i32` or `*p:i32`"))
            }
        }
    }

    fn build(&mut self, node: usize) -> Parsed<ExprId> {
        let span = self.nodes[node].span;
        let kind = self.build_kind(node)?;
        let ty = self.type_of_node(node)?;
        match self.program.add_expr(kind, ty, Some(span)) {
            Ok(expr) => Ok(expr),
            Err(error) => self.cursor.fail(codes::ILL_TYPED, &error.0, span),
        }
    }
    fn build_kind(&mut self, node: usize) -> Parsed<ExprKind> {
        let op = self.nodes[node].op.clone();
        Ok(match op {
            Op::Literal(_) => {
                let ty = self.type_of_node(node)?;
                ExprKind::Const(self.literal_value(node, ty)?)
            }
            Op::Bool(value) => ExprKind::Const(Value::Bool(value)),
            Op::Var(variable) => ExprKind::Var(variable),
            Op::Infix(infix) => {
                let (a, b) = (self.built_arg(node, 0)?, self.built_arg(node, 1)?);
                match resolve(infix.operator, self.program.types.kind(self.program.type_of(a))) {
                    Some(binary) => ExprKind::Binary(binary, a, b),
                    None => return self.no_operator(node, a),
                }
            }
            Op::Not => ExprKind::Unary(Unary::Not, self.built_arg(node, 0)?),
            Op::BitNot => ExprKind::Unary(Unary::BitNot, self.built_arg(node, 0)?),
            Op::Minus => {
                let a = self.built_arg(node, 0)?;
                match self.program.types.kind(self.program.type_of(a)) {
                    TypeKind::Float(_) => ExprKind::Unary(Unary::FloatNegate, a),
                    TypeKind::MathInt | TypeKind::Real => ExprKind::Unary(Unary::MathNegate, a),
                    _ => ExprKind::Unary(Unary::Negate, a),
                }
            }
            Op::Function(function, _) => self.build_function(node, function)?,
            Op::PointerAdd(stride) => {
                let binary = crate::expr::Binary::PointerAdd { stride };
                ExprKind::Binary(binary, self.built_arg(node, 0)?, self.built_arg(node, 1)?)
            }
            Op::Convert(convert, _) => ExprKind::Convert(convert, self.built_arg(node, 0)?),
            Op::If => ExprKind::If(self.built_arg(node, 0)?, self.built_arg(node, 1)?, self.built_arg(node, 2)?),
            Op::Const => {
                let ty = self.type_of_node(node)?;
                ExprKind::Const(self.constant_value(self.nodes[node].args[0] as usize, ty)?)
            }
            Op::AddressOf => ExprKind::AddressOf(self.place(self.nodes[node].args[0])?),
            Op::ProcedureAddress(procedure) => ExprKind::ProcedureAddress(procedure),
            Op::Load => ExprKind::Load(self.built_arg(node, 0)?),
            Op::Forall(variables) => ExprKind::Forall(variables, self.built_arg(node, 0)?),
            Op::Exists(variables) => ExprKind::Exists(variables, self.built_arg(node, 0)?),
            Op::Old => ExprKind::Old(self.built_arg(node, 0)?),
            Op::Contents(_) => ExprKind::Contents(self.built_arg(node, 0)?),
            Op::Apply(function) => {
                let count = self.nodes[node].args.len();
                let arguments = (0..count).map(|n| self.built_arg(node, n)).collect::<Parsed<_>>()?;
                ExprKind::Apply(function, arguments)
            }
            _ => self.build_aggregate(node)?,
        })
    }
    fn no_operator<T>(&mut self, node: usize, operand: ExprId) -> Parsed<T> {
        let ty = self.program.type_of(operand);
        let mut message = Diagnostic::error(
            codes::ILL_TYPED,
            format!("this operator does not exist for operands of type {}", type_name(&self.program.types, ty)),
        );
        if matches!(self.program.types.kind(ty), TypeKind::Int(_)) {
            message = message.help("on machine integers it says its signedness: `<s`, `<u`, `/s`, `/u`, `%s`, `>>u`");
        }
        let span = self.nodes[node].span;
        self.cursor.report(message.at(span, ""))
    }
    fn build_function(&mut self, node: usize, function: Function) -> Parsed<ExprKind> {
        let a = self.built_arg(node, 0)?;
        Ok(match function {
            Function::Unary(unary) => ExprKind::Unary(unary, a),
            Function::Binary(binary) => ExprKind::Binary(binary, a, self.built_arg(node, 1)?),
            Function::FusedMultiplyAdd(rounding) => {
                ExprKind::FusedMultiplyAdd(rounding, [a, self.built_arg(node, 1)?, self.built_arg(node, 2)?])
            }
            Function::Abs => match self.program.types.kind(self.program.type_of(a)) {
                TypeKind::Float(_) => ExprKind::Unary(Unary::FloatAbs, a),
                _ => ExprKind::Unary(Unary::MathAbs, a),
            },
        })
    }
    fn build_aggregate(&mut self, node: usize) -> Parsed<ExprKind> {
        let op = self.nodes[node].op.clone();
        Ok(match op {
            Op::Index => ExprKind::Index(self.built_arg(node, 0)?, self.built_arg(node, 1)?),
            Op::WithIndex => {
                ExprKind::Update(self.built_arg(node, 0)?, self.built_arg(node, 1)?, self.built_arg(node, 2)?)
            }
            Op::Component(name) => {
                let base = self.built_arg(node, 0)?;
                match self.projection(self.program.type_of(base), &name, self.nodes[node].span)? {
                    Projection::Member(n) => ExprKind::Member(base, n),
                    Projection::Field(n) => ExprKind::Field(base, n),
                    Projection::Index(n) => ExprKind::Index(base, n),
                }
            }
            Op::WithComponent(name) => {
                let (base, value) = (self.built_arg(node, 0)?, self.built_arg(node, 1)?);
                match self.projection(self.program.type_of(base), &name, self.nodes[node].span)? {
                    Projection::Member(n) => ExprKind::WithMember(base, n, value),
                    Projection::Field(n) => ExprKind::WithField(base, n, value),
                    Projection::Index(n) => ExprKind::Update(base, n, value),
                }
            }
            Op::ArrayOf => ExprKind::ArrayOf(self.built_args(node)?),
            Op::Fill(entries) if entries.is_empty() => ExprKind::ArrayFill(self.built_arg(node, 0)?),
            Op::Fill(_) => {
                let span = self.nodes[node].span;
                return self.cursor.fail(codes::SYNTAX, "single elements are given in `const` arrays only", span);
            }
            Op::RecordOf(names) => {
                let items = self.built_args(node)?;
                let order = self.record_order(node, &names)?;
                ExprKind::RecordOf(order.into_iter().map(|n| items[n]).collect())
            }
            other => {
                let message = format!("expected an expression, found {other:?}");
                return self.cursor.fail(codes::SYNTAX, &message, self.nodes[node].span);
            }
        })
    }
    fn built_args(&mut self, node: usize) -> Parsed<Vec<ExprId>> {
        (0..self.nodes[node].args.len()).map(|n| self.built_arg(node, n)).collect()
    }
    fn projection(&mut self, ty: TypeId, name: &ComponentName, span: Span) -> Parsed<Projection> {
        let kind = self.program.types.kind(ty);
        let found = record_type(kind).and_then(|record| position(record, name)).map(|n| n as u32);
        match (found, kind) {
            (Some(n), TypeKind::Union(_)) => Ok(Projection::Member(n)),
            (Some(n), _) => Ok(Projection::Field(n)),
            (None, _) => {
                let name = match name {
                    ComponentName::Name(name) => format!("`{name}`"),
                    ComponentName::Position(n) => format!("number {n}"),
                };
                let message = format!("{} has no component {name}", type_name(&self.program.types, ty));
                self.cursor.fail(codes::NO_COMPONENT, &message, span)
            }
        }
    }
    /// For each component of a record the number of the given value.
    fn record_order(&mut self, node: usize, names: &[ComponentName]) -> Parsed<Vec<usize>> {
        let (count, span) = (self.nodes[node].args.len(), self.nodes[node].span);
        if names.is_empty() {
            return Ok((0..count).collect());
        }
        let ty = self.type_of_node(node)?;
        let mut order = vec![usize::MAX; count];
        for (given, name) in names.iter().enumerate() {
            let n = match self.projection(ty, name, span)? {
                Projection::Field(n) => n as usize,
                _ => usize::MAX,
            };
            match order.get_mut(n) {
                Some(slot) if *slot == usize::MAX => *slot = given,
                _ => return self.cursor.fail(codes::COUNT, "give each component once", span),
            }
        }
        Ok(order)
    }

    /// The place whose root is a node.
    fn place(&mut self, root: NodeId) -> Parsed<Place> {
        let mut path = Vec::new();
        let mut node = root as usize;
        loop {
            let span = self.nodes[node].span;
            match self.nodes[node].op.clone() {
                Op::Index => path.push(Projection::Index(self.built_arg(node, 1)?)),
                Op::Component(name) => {
                    let base = self.nodes[node].args[0] as usize;
                    let ty = self.type_of_node(base)?;
                    path.push(self.projection(ty, &name, span)?);
                }
                Op::Var(variable) => {
                    path.reverse();
                    return Ok(Place { base: PlaceBase::Var(variable), path });
                }
                Op::Load => {
                    let ty = self.type_of_node(node)?;
                    path.reverse();
                    return Ok(Place { base: PlaceBase::Deref(self.built_arg(node, 0)?, ty), path });
                }
                _ => return self.cursor.fail(codes::NOT_A_PLACE, "this is not a place", span),
            }
            node = self.nodes[node].args[0] as usize;
        }
    }

    // ---- constants ----

    /// The value of a constant node; recursion is as deep as the brackets were.
    fn constant_value(&mut self, node: usize, ty: TypeId) -> Parsed<Value> {
        let Node { op, args, span, .. } = self.nodes[node].clone();
        self.constant_cells += 1;
        match op {
            Op::Literal(_) => self.literal_value(node, ty),
            Op::Bool(value) => Ok(Value::Bool(value)),
            Op::Const => self.constant_value(args[0] as usize, ty),
            Op::ArrayOf => {
                let Some(element) = self.element(ty) else { return self.not_constant(ty, span) };
                let mut items = Vec::with_capacity(args.len());
                for arg in args {
                    items.push(self.constant_value(arg as usize, element)?);
                }
                Ok(Value::Array(ArrayValue::Dense(items)))
            }
            Op::Fill(entries) => self.constant_fill(&entries, &args, ty, span),
            Op::RecordOf(names) => {
                let order = self.record_order(node, &names)?;
                let mut items = Vec::with_capacity(order.len());
                for (n, given) in order.into_iter().enumerate() {
                    let Some(ty) = self.component(ty, &ComponentName::Position(n as u32)) else {
                        return self.not_constant(ty, span);
                    };
                    items.push(self.constant_value(args[given] as usize, ty)?);
                }
                Ok(Value::Record(items))
            }
            _ => self.cursor.fail(codes::SYNTAX, "expected a literal or an aggregate of literals", span),
        }
    }
    fn not_constant<T>(&mut self, ty: TypeId, span: Span) -> Parsed<T> {
        let message = format!("this is not a constant of type {}", type_name(&self.program.types, ty));
        self.cursor.fail(codes::ILL_TYPED, &message, span)
    }
    fn constant_fill(&mut self, entries: &[BigInt], args: &[NodeId], ty: TypeId, span: Span) -> Parsed<Value> {
        let TypeKind::Array { element, length, .. } = *self.program.types.kind(ty) else {
            return self.not_constant(ty, span);
        };
        let before = self.constant_cells;
        let default = self.constant_value(args[0] as usize, element)?;
        let copies = length.filter(|n| *n <= ArrayValue::DENSE_LIMIT).unwrap_or(1);
        self.constant_cells = before.saturating_add((self.constant_cells - before).saturating_mul(copies));
        if self.constant_cells > MAX_CONSTANT_CELLS {
            return self.cursor.fail(codes::LARGE, "the constants of this program are too large", span);
        }
        let mut array = ArrayValue::filled(length, default);
        for (index, arg) in entries.iter().zip(&args[1..]) {
            let value = self.constant_value(*arg as usize, element)?;
            array.set(index, value);
        }
        Ok(Value::Array(array))
    }

    fn literal_value(&mut self, node: usize, ty: TypeId) -> Parsed<Value> {
        let span = self.nodes[node].span;
        let entry = self.program.types.get(ty);
        let name = type_name(&self.program.types, ty);
        let Op::Literal(literal) = &self.nodes[node].op else { return self.not_constant(ty, span) };
        let value = match (literal, &entry.kind) {
            (Literal::Integer(n), _) => literal::value_of_integer(n, entry, &name),
            (Literal::Decimal(digits, negative), _) => self.decimal_value(digits, *negative, ty),
            (Literal::Character(c), _) => literal::value_of_integer(&BigInt::from(u32::from(*c)), entry, &name),
            (Literal::Enumeration(wanted), _) => match &entry.display.style {
                crate::types::Style::Enumeration(literals) => match literals.iter().find(|(_, n)| n == wanted) {
                    Some((n, _)) => literal::value_of_integer(n, entry, &name),
                    None => Err(format!("{name} has no literal `{wanted}`")),
                },
                _ => Err(format!("{name} is not an enumeration")),
            },
            (Literal::Null, TypeKind::Pointer) => Ok(Value::Pointer(Pointer::NULL)),
            (Literal::Stray(offset), TypeKind::Pointer) => {
                Ok(Value::Pointer(Pointer { object: None, offset: *offset }))
            }
            (Literal::Nan, TypeKind::Float(format)) => Ok(Value::Float(*format, literal::nan(*format))),
            (Literal::Infinity(negative), TypeKind::Float(format)) => {
                let sign = if *negative { literal::sign_bit(*format) } else { 0 };
                Ok(Value::Float(*format, literal::infinity(*format) | sign))
            }
            (Literal::Ratio(ratio), TypeKind::Real) => Ok(Value::Real(ratio.clone())),
            (Literal::Bytes(bytes), TypeKind::Union(_)) => {
                Ok(Value::Union(bytes.iter().map(|b| Byte::Plain(*b)).collect()))
            }
            (Literal::Text(text), TypeKind::Array { element, length, .. }) => self.text_value(text, *element, *length),
            _ => Err(format!("this is not a value of type {name}")),
        };
        match value {
            Ok(value) => Ok(value),
            Err(message) => self.cursor.fail(codes::MISFIT, &message, span),
        }
    }
    fn decimal_value(&self, digits: &str, negative: bool, ty: TypeId) -> Result<Value, String> {
        let entry = self.program.types.get(ty);
        let exact = || {
            let number = literal::decimal(digits).ok_or("malformed number")?;
            Ok::<BigRational, String>(if negative { -number } else { number })
        };
        match (&entry.kind, &entry.display.style) {
            (TypeKind::Float(format), _) => match literal::float(*format, digits) {
                Some(bits) => Ok(Value::Float(*format, bits | if negative { literal::sign_bit(*format) } else { 0 })),
                None => Err("malformed number".into()),
            },
            (TypeKind::Real, _) => Ok(Value::Real(exact()?)),
            (_, crate::types::Style::Fixed(small)) => {
                let multiple = exact()? / small;
                if !multiple.is_integer() {
                    return Err(format!("not a multiple of {small}"));
                }
                literal::value_of_integer(&multiple.to_integer(), entry, &type_name(&self.program.types, ty))
            }
            _ => Err(format!("a {} has no fraction", type_name(&self.program.types, ty))),
        }
    }
    /// A string as an array of characters.
    fn text_value(&self, text: &str, element: TypeId, length: Option<u64>) -> Result<Value, String> {
        let width = self.program.types.int_width(element).ok_or("a string is an array of machine integers")?;
        let length = length.filter(|n| *n <= ArrayValue::DENSE_LIMIT).ok_or("a string is an array with a length")?;
        let mut items = Vec::with_capacity(text.len());
        for c in text.chars() {
            if !literal::fits(&BigInt::from(u32::from(c)), width) {
                return Err(format!("{c:?} does not fit into {width} bits"));
            }
            items.push(Value::Int(Bits::from_u64(width, u32::from(c).into())));
        }
        if items.len() as u64 != length {
            return Err(format!("{} characters given, {length} expected", items.len()));
        }
        Ok(Value::Array(ArrayValue::Dense(items)))
    }
}

pub fn record_type(kind: &TypeKind) -> Option<&Arc<RecordType>> {
    match kind {
        TypeKind::Record(record) | TypeKind::Union(record) => Some(record),
        _ => None,
    }
}

fn position(record: &RecordType, name: &ComponentName) -> Option<usize> {
    match name {
        ComponentName::Name(name) => record.fields.iter().position(|field| field.name == *name),
        ComponentName::Position(n) => Some(*n as usize).filter(|n| *n < record.fields.len()),
    }
}

fn operator_keeps_type(operator: Operator) -> bool {
    match operator {
        Operator::Fixed(binary) => keeps_type(binary),
        Operator::Typed(typed, _) => !matches!(typed, Typed::Less | Typed::LessEqual),
    }
}

/// Operators on Booleans, whose operands need no type from elsewhere.
fn is_boolean(operator: Operator) -> bool {
    use crate::expr::Binary::{And, Implies, Or, Xor};
    matches!(operator, Operator::Fixed(And | Or | Implies | Xor))
}
