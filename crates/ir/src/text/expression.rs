//! Tokens to nodes: the grammar of expressions and places.
//!
//! Operators by precedence climbing. Chains (`a + b + c`, `else if`, `=>`, `with`) are loops, so only
//! brackets and prefix operators recurse, and those are counted.

use super::codes;
use super::cursor::Parsed;
use super::items::Reader;
use super::literal;
use super::node::{ComponentName, Literal, Node, NodeId, Op, Role};
use super::operators::{self, precedence};
use super::token::{Kind, Token};
use crate::program::{VarId, VariableKind};
use cairn_base::{Diagnostic, Span};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use smallvec::{SmallVec, smallvec};

/// Brackets and prefix operators nest at most this deep.
pub const MAX_NESTING: u32 = 200;

impl Reader<'_> {
    /// Adds a node; returns its id.
    fn node(&mut self, op: Op, args: SmallVec<[NodeId; 3]>, span: Span) -> NodeId {
        self.nodes.push(Node { op, args, span, ty: None, role: Role::Value });
        (self.nodes.len() - 1) as NodeId
    }
    fn node_span(&self, node: NodeId) -> Span {
        self.nodes[node as usize].span
    }
    fn leaf(&mut self, op: Op, token: Token) -> Parsed<NodeId> {
        let span = self.cursor.span_from(token);
        Ok(self.node(op, smallvec![], span))
    }
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            let here = self.cursor.here();
            return self.cursor.fail(codes::TOO_DEEP, "expression nested too deeply", here);
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    /// A whole expression.
    pub fn expression(&mut self) -> Parsed<NodeId> {
        self.nested(|reader| {
            let mut base = reader.operators(precedence::IMPLIES)?;
            while reader.cursor.take_here("with") {
                base = reader.with(base)?;
            }
            Ok(base)
        })
    }

    /// `if a then b else if c then d else e`
    fn conditional(&mut self) -> Parsed<NodeId> {
        let mut arms = Vec::new();
        let mut last = None;
        while last.is_none() {
            let start = self.cursor.expect("if")?;
            let condition = self.expression()?;
            self.cursor.expect("then")?;
            let value = self.expression()?;
            self.cursor.expect("else")?;
            arms.push((start, condition, value));
            if !self.cursor.is("if") {
                last = Some(self.expression()?);
            }
        }
        let mut result = last.unwrap_or_default();
        for (start, condition, value) in arms.into_iter().rev() {
            let span = self.cursor.span_from(start);
            result = self.node(Op::If, smallvec![condition, value, result], span);
        }
        Ok(result)
    }

    /// `forall (k: i32, b: bool) : condition`
    fn quantifier(&mut self) -> Parsed<NodeId> {
        let start = self.cursor.advance();
        let universal = self.cursor.token_is(start, "forall");
        self.cursor.open("(")?;
        let scope = self.bound.len();
        let variables = self.list(")", |reader| {
            let span = reader.cursor.here();
            let (name, shown) = reader.declared_name("a variable")?;
            reader.cursor.expect(":")?;
            let ty = reader.type_syntax()?;
            let variable = reader.program.add_variable(shown, ty, VariableKind::Bound, reader.procedure);
            reader.program.variables[variable].span = Some(span);
            reader.bound.push((name, variable));
            Ok(variable)
        });
        let body = variables.and_then(|variables| {
            self.cursor.expect(":")?;
            Ok((variables, self.expression()?))
        });
        self.bound.truncate(scope);
        let (variables, body) = body?;
        let span = self.cursor.span_from(start);
        let op = if universal { Op::Forall(variables) } else { Op::Exists(variables) };
        Ok(self.node(op, smallvec![body], span))
    }

    /// `… with [i] := v` and `… with .x := v`; the word `with` is taken.
    fn with(&mut self, base: NodeId) -> Parsed<NodeId> {
        let mut args: SmallVec<[NodeId; 3]> = smallvec![base];
        let op = if self.cursor.is("[") {
            self.cursor.open("[")?;
            args.push(self.expression()?);
            self.cursor.close("]")?;
            Op::WithIndex
        } else {
            self.cursor.expect(".")?;
            Op::WithComponent(self.component_name()?)
        };
        self.cursor.expect(":=")?;
        args.push(self.operators(precedence::IMPLIES)?);
        let span = self.node_span(base).to(self.node_span(args[args.len() - 1]));
        Ok(self.node(op, args, span))
    }

    /// Operands joined by operators that bind at least as tightly as `least`.
    fn operators(&mut self, least: u8) -> Parsed<NodeId> {
        let mut left = self.prefix()?;
        // Operands and operators of `=>`, which groups to the right.
        let mut implications: Vec<(NodeId, operators::Infix)> = Vec::new();
        let mut compared = false;
        while let Some(infix) = self.infix(least) {
            let token = self.cursor.token();
            if infix.precedence == precedence::COMPARE && std::mem::replace(&mut compared, true) {
                let span = self.cursor.span(token);
                return self.cursor.fail(codes::SYNTAX, "comparisons do not chain: use `and`", span);
            }
            if infix.precedence < precedence::COMPARE {
                compared = false;
            }
            self.cursor.advance();
            if infix.precedence == precedence::IMPLIES {
                implications.push((left, infix));
                left = self.operators(precedence::OR)?;
                continue;
            }
            let right = self.operators(infix.precedence + 1)?;
            left = self.join(infix, left, right);
        }
        while let Some((premise, infix)) = implications.pop() {
            left = self.join(infix, premise, left);
        }
        Ok(left)
    }
    fn infix(&self, least: u8) -> Option<operators::Infix> {
        let token = self.cursor.token();
        if self.cursor.line_ends() || !matches!(token.kind, Kind::Symbol | Kind::Word) {
            return None;
        }
        operators::infix(self.cursor.token_text(token)).filter(|infix| infix.precedence >= least)
    }
    fn join(&mut self, infix: operators::Infix, left: NodeId, right: NodeId) -> NodeId {
        let span = self.node_span(left).to(self.node_span(right));
        let args = if infix.swapped { smallvec![right, left] } else { smallvec![left, right] };
        self.node(Op::Infix(infix), args, span)
    }

    fn prefix(&mut self) -> Parsed<NodeId> {
        let token = self.cursor.token();
        let text = self.cursor.token_text(token);
        match (token.kind, text) {
            // These reach as far to the right as they can.
            (Kind::Word, "if") => self.nested(Self::conditional),
            (Kind::Word, "forall" | "exists") => self.nested(Self::quantifier),
            (Kind::Word, "not") => self.prefix_operator(Op::Not, |r| r.operators(precedence::NOT)),
            (Kind::Symbol, "-") => match self.cursor.token_after(1).kind {
                Kind::Integer | Kind::Decimal => self.ascribed(),
                Kind::Word if self.cursor.token_is(self.cursor.token_after(1), "inf") => self.ascribed(),
                _ => self.prefix_operator(Op::Minus, Self::prefix),
            },
            (Kind::Symbol, "~") => self.prefix_operator(Op::BitNot, Self::prefix),
            (Kind::Symbol, "&") => {
                if self.cursor.token_is(self.cursor.token_after(1), "proc") {
                    return self.procedure_address();
                }
                let address = self.prefix_operator(Op::AddressOf, Self::prefix)?;
                let operand = self.nodes[address as usize].args[0];
                self.mark_place(operand)?;
                Ok(address)
            }
            (Kind::Symbol, "*") => {
                let load = self.prefix_operator(Op::Load, Self::postfix)?;
                self.ascription(load)?;
                Ok(load)
            }
            _ => self.ascribed(),
        }
    }
    fn prefix_operator(&mut self, op: Op, operand: impl FnOnce(&mut Self) -> Parsed<NodeId>) -> Parsed<NodeId> {
        let start = self.cursor.advance();
        let operand = self.nested(operand)?;
        let span = self.cursor.span_from(start);
        Ok(self.node(op, smallvec![operand], span))
    }
    fn procedure_address(&mut self) -> Parsed<NodeId> {
        let start = self.cursor.advance();
        self.cursor.expect("proc")?;
        let procedure = self.procedure_name()?;
        self.leaf(Op::ProcedureAddress(procedure), start)
    }

    /// An operand, possibly with its type behind a colon.
    fn ascribed(&mut self) -> Parsed<NodeId> {
        let node = self.postfix()?;
        self.ascription(node)?;
        Ok(node)
    }
    fn ascription(&mut self, node: NodeId) -> Parsed<()> {
        if self.cursor.take_here(":") {
            let ty = self.type_syntax()?;
            self.nodes[node as usize].ty = Some(ty);
        }
        Ok(())
    }

    /// An operand with elements and components taken from it.
    fn postfix(&mut self) -> Parsed<NodeId> {
        let start = self.cursor.token();
        let mut node = self.primary()?;
        loop {
            if self.cursor.continues("[") {
                self.cursor.open("[")?;
                let index = self.expression()?;
                self.cursor.close("]")?;
                let span = self.cursor.span_from(start);
                node = self.node(Op::Index, smallvec![node, index], span);
            } else if self.cursor.take_here(".") {
                let name = self.component_name()?;
                let span = self.cursor.span_from(start);
                node = self.node(Op::Component(name), smallvec![node], span);
            } else {
                return Ok(node);
            }
        }
    }
    fn component_name(&mut self) -> Parsed<ComponentName> {
        if self.cursor.take("#") {
            let position = self.cursor.count("the number of a component")?;
            return Ok(ComponentName::Position(u32::try_from(position).unwrap_or(u32::MAX)));
        }
        self.cursor.name("the name of a component").map(ComponentName::Name)
    }

    fn primary(&mut self) -> Parsed<NodeId> {
        let token = self.cursor.token();
        match token.kind {
            Kind::Integer | Kind::Decimal => self.number(token, false),
            Kind::Character => self.character(token),
            Kind::String => {
                self.cursor.advance();
                let text = self.cursor.unquoted(token)?;
                self.leaf(Op::Literal(Literal::Text(text.into())), token)
            }
            Kind::Quoted => self.variable(),
            Kind::Symbol => self.bracketed(token),
            Kind::Word => self.word(token),
            Kind::End => self.cursor.expected("an expression"),
        }
    }
    fn bracketed(&mut self, token: Token) -> Parsed<NodeId> {
        match self.cursor.token_text(token) {
            "(" => {
                self.cursor.open("(")?;
                let inner = self.expression()?;
                self.cursor.close(")")?;
                Ok(inner)
            }
            "[" => self.array(token),
            "{" => self.record(token),
            "#" => {
                self.cursor.advance();
                let name = self.cursor.name("the name of an enumeration literal")?;
                self.leaf(Op::Literal(Literal::Enumeration(name)), token)
            }
            "::" => self.variable(),
            "-" => {
                self.cursor.advance();
                let number = self.cursor.token();
                if self.cursor.take("inf") {
                    return self.leaf(Op::Literal(Literal::Infinity(true)), token);
                }
                self.number(number, true)
            }
            _ => self.cursor.expected("an expression"),
        }
    }
    fn word(&mut self, token: Token) -> Parsed<NodeId> {
        let literal = match self.cursor.token_text(token) {
            "true" => Op::Bool(true),
            "false" => Op::Bool(false),
            "null" => Op::Literal(Literal::Null),
            "nan" => Op::Literal(Literal::Nan),
            "inf" => Op::Literal(Literal::Infinity(false)),
            "const" => return self.constant(),
            "apply" => return self.application(),
            "contents" => return self.contents(),
            "old" => {
                self.cursor.advance();
                return self.call_arguments(token, Op::Old, 1);
            }
            _ if self.cursor.token_is(self.cursor.token_after(1), "(") && !self.cursor.token_after(1).first => {
                return self.function();
            }
            _ => return self.variable(),
        };
        self.cursor.advance();
        self.leaf(literal, token)
    }
    /// `apply f(a, b)`
    fn application(&mut self) -> Parsed<NodeId> {
        let start = self.cursor.advance();
        let function = self.procedure_name()?;
        self.cursor.open("(")?;
        let args = self.list(")", Self::expression)?;
        let span = self.cursor.span_from(start);
        Ok(self.node(Op::Apply(function), args.into(), span))
    }
    /// `contents(p, array type)`
    fn contents(&mut self) -> Parsed<NodeId> {
        let start = self.cursor.advance();
        self.cursor.open("(")?;
        let pointer = self.expression()?;
        self.cursor.expect(",")?;
        let ty = self.type_syntax()?;
        self.cursor.close(")")?;
        let span = self.cursor.span_from(start);
        Ok(self.node(Op::Contents(ty), smallvec![pointer], span))
    }
    fn variable(&mut self) -> Parsed<NodeId> {
        let token = self.cursor.token();
        let variable = self.variable_name()?;
        self.leaf(Op::Var(variable), token)
    }

    // ---- literals ----

    fn number(&mut self, token: Token, negative: bool) -> Parsed<NodeId> {
        let text = self.cursor.token_text(token);
        let literal = match token.kind {
            Kind::Integer => match literal::integer(text) {
                Some(n) => Literal::Integer(if negative { -BigInt::from(n) } else { n.into() }),
                None => return self.cursor.fail(codes::NUMBER, "malformed number", self.cursor.span(token)),
            },
            Kind::Decimal => Literal::Decimal(text.into(), negative),
            _ => return self.cursor.expected("a number"),
        };
        self.cursor.advance();
        self.leaf(Op::Literal(literal), token)
    }
    fn character(&mut self, token: Token) -> Parsed<NodeId> {
        self.cursor.advance();
        let text = self.cursor.unquoted(token)?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) => self.leaf(Op::Literal(Literal::Character(c)), token),
            _ => self.cursor.fail(codes::UNCLOSED, "expected one character", self.cursor.span(token)),
        }
    }
    /// `[a, b, c]`, `[all x]`, `[all x, 3 = y]`
    fn array(&mut self, start: Token) -> Parsed<NodeId> {
        self.cursor.open("[")?;
        let (op, args) = if self.cursor.take("all") {
            let mut args: SmallVec<[NodeId; 3]> = smallvec![self.expression()?];
            let mut indices = Vec::new();
            while self.cursor.take(",") {
                indices.push(self.signed_number("an index")?);
                self.cursor.expect("=")?;
                args.push(self.expression()?);
            }
            self.cursor.close("]")?;
            (Op::Fill(indices), args)
        } else {
            (Op::ArrayOf, self.list("]", Self::expression)?.into())
        };
        let span = self.cursor.span_from(start);
        Ok(self.node(op, args, span))
    }
    /// `{a, b}` or `{x = a, y = b}`
    fn record(&mut self, start: Token) -> Parsed<NodeId> {
        self.cursor.open("{")?;
        let mut names = Vec::new();
        let args = self.list("}", |reader| {
            if reader.cursor.token_is(reader.cursor.token_after(1), "=") {
                names.push(ComponentName::Name(reader.cursor.name("the name of a component")?));
                reader.cursor.expect("=")?;
            }
            reader.expression()
        })?;
        let span = self.cursor.span_from(start);
        if !names.is_empty() && names.len() != args.len() {
            return self.cursor.fail(codes::COUNT, "name all components or none", span);
        }
        Ok(self.node(Op::RecordOf(names), args.into(), span))
    }
    /// `const` and an aggregate or literal.
    fn constant(&mut self) -> Parsed<NodeId> {
        let start = self.cursor.advance();
        let first = self.nodes.len();
        if !["[", "{", "-"].iter().any(|s| self.cursor.is(s))
            && !matches!(self.cursor.token().kind, Kind::Integer | Kind::Decimal | Kind::String | Kind::Word)
        {
            return self.cursor.expected("an aggregate");
        }
        let child = self.primary()?;
        for node in &mut self.nodes[first..] {
            node.role = Role::Constant;
        }
        let span = self.cursor.span_from(start);
        Ok(self.node(Op::Const, smallvec![child], span))
    }
    pub fn signed_number(&mut self, what: &str) -> Parsed<BigInt> {
        let negative = self.cursor.take("-");
        let token = self.cursor.token();
        if token.kind != Kind::Integer {
            return self.cursor.expected(what);
        }
        self.cursor.advance();
        match literal::integer(self.cursor.token_text(token)) {
            Some(n) => Ok(if negative { -BigInt::from(n) } else { n.into() }),
            None => self.cursor.fail(codes::NUMBER, "malformed number", self.cursor.span(token)),
        }
    }

    // ---- functions ----

    fn function(&mut self) -> Parsed<NodeId> {
        let token = self.cursor.advance();
        let name = self.cursor.token_text(token);
        if let Some(convert) = operators::conversion(name) {
            return self.conversion(token, convert);
        }
        if let Some(entry) = operators::function(name) {
            self.cursor.open("(")?;
            let mut args = SmallVec::new();
            for n in 0..entry.operands {
                if n > 0 {
                    self.cursor.expect(",")?;
                }
                args.push(self.expression()?);
            }
            let mut function = entry.function;
            if entry.rounded && self.cursor.take(",") {
                function = operators::with_rounding(function, self.rounding()?);
            }
            self.cursor.close(")")?;
            let span = self.cursor.span_from(token);
            return Ok(self.node(Op::Function(function, entry.scheme), args, span));
        }
        match name {
            "ptr_add" => {
                self.cursor.open("(")?;
                let pointer = self.expression()?;
                self.cursor.expect(",")?;
                let index = self.expression()?;
                self.cursor.expect(",")?;
                let stride = self.cursor.count("a size in bytes")?;
                self.cursor.close(")")?;
                let span = self.cursor.span_from(token);
                Ok(self.node(Op::PointerAdd(stride), smallvec![pointer, index], span))
            }
            "ratio" => self.ratio(token),
            "stray" => {
                self.cursor.open("(")?;
                let span = self.cursor.here();
                let offset = self.signed_number("an offset")?;
                self.cursor.close(")")?;
                match i64::try_from(offset) {
                    Ok(offset) => self.leaf(Op::Literal(Literal::Stray(offset)), token),
                    Err(_) => self.cursor.fail(codes::NUMBER, "expected an offset below 2^63", span),
                }
            }
            "bytes" => self.bytes(token),
            _ => self.unknown_function(token),
        }
    }
    fn unknown_function(&mut self, token: Token) -> Parsed<NodeId> {
        let name = self.cursor.token_text(token);
        let mut message = Diagnostic::error(codes::NO_FUNCTION, format!("there is no function `{name}`"));
        if self.procedures.contains_key(name) {
            message = message.help(format!("a procedure is called by a statement: `… := call {name}(…)`"));
        }
        let span = self.cursor.span(token);
        self.cursor.report(message.at(span, ""))
    }
    fn call_arguments(&mut self, token: Token, op: Op, operands: usize) -> Parsed<NodeId> {
        self.cursor.open("(")?;
        let args = self.list(")", Self::expression)?;
        let span = self.cursor.span_from(token);
        if args.len() != operands {
            return self.cursor.fail(codes::COUNT, &format!("expected {operands} operand"), span);
        }
        Ok(self.node(op, args.into(), span))
    }
    /// `zext(e, i64)`, `float_to_int_s(e, i32, rtz)`; the name is taken.
    fn conversion(&mut self, token: Token, mut convert: crate::expr::Convert) -> Parsed<NodeId> {
        self.cursor.open("(")?;
        let operand = self.expression()?;
        self.cursor.expect(",")?;
        let ty = self.type_syntax()?;
        if self.cursor.take(",") {
            let here = self.cursor.here();
            let rounding = self.rounding()?;
            convert = match operators::convert_rounding(convert, rounding) {
                Some(convert) => convert,
                None => return self.cursor.fail(codes::SYNTAX, "this conversion does not round", here),
            };
        }
        self.cursor.close(")")?;
        let span = self.cursor.span_from(token);
        Ok(self.node(Op::Convert(convert, ty), smallvec![operand], span))
    }
    fn rounding(&mut self) -> Parsed<crate::expr::Rounding> {
        match operators::rounding(self.cursor.token_text(self.cursor.token())) {
            Some(rounding) => {
                self.cursor.advance();
                Ok(rounding)
            }
            None => self.cursor.expected("a rounding: rne, rna, rtp, rtn or rtz"),
        }
    }
    fn ratio(&mut self, token: Token) -> Parsed<NodeId> {
        self.cursor.open("(")?;
        let numerator = self.signed_number("a number")?;
        self.cursor.expect(",")?;
        let here = self.cursor.here();
        let denominator = self.signed_number("a number")?;
        self.cursor.close(")")?;
        if denominator.is_zero() {
            return self.cursor.fail(codes::NUMBER, "division by zero", here);
        }
        self.leaf(Op::Literal(Literal::Ratio(BigRational::new(numerator, denominator))), token)
    }
    /// `bytes("00ff…")`: a union by its bytes in hexadecimal.
    fn bytes(&mut self, token: Token) -> Parsed<NodeId> {
        self.cursor.open("(")?;
        let here = self.cursor.here();
        let text = self.cursor.string("bytes in hexadecimal")?;
        self.cursor.close(")")?;
        let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(16)).collect();
        match digits {
            Some(digits) if digits.len() % 2 == 0 => {
                let bytes = digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect();
                self.leaf(Op::Literal(Literal::Bytes(bytes)), token)
            }
            _ => self.cursor.fail(codes::NUMBER, "expected pairs of hexadecimal digits", here),
        }
    }

    // ---- places ----

    /// A place to assign.
    pub fn place_nodes(&mut self) -> Parsed<NodeId> {
        let node = self.nested(Self::prefix)?;
        self.mark_place(node)?;
        Ok(node)
    }
    /// Marks the nodes from the root of a place down to its variable or pointer.
    fn mark_place(&mut self, mut node: NodeId) -> Parsed<()> {
        let span = self.node_span(node);
        loop {
            let entry = &mut self.nodes[node as usize];
            entry.role = Role::Place;
            match entry.op {
                Op::Var(_) | Op::Load => return Ok(()),
                Op::Index | Op::Component(_) => node = entry.args[0],
                _ => {
                    let text = "this cannot be assigned, and has no address";
                    return self.cursor.fail(codes::NOT_A_PLACE, text, span);
                }
            }
        }
    }
    /// A variable by name: bound, local, or global.
    pub fn variable_name(&mut self) -> Parsed<VarId> {
        let start = self.cursor.token();
        let global = self.cursor.take("::");
        let name = self.cursor.name("a variable")?;
        let span = self.cursor.span_from(start);
        let found = if global { self.globals.get(&name).copied() } else { self.visible(&name) };
        match found {
            Some(variable) => Ok(variable),
            None => self.cursor.fail(codes::NO_VARIABLE, &format!("there is no variable `{name}`"), span),
        }
    }
}
