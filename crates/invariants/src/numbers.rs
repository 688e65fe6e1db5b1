//! Integers of conditions as expressions: with their values, not modulo anything.
//!
//! A machine integer of the program form is a bit pattern; the source has numbers that overflow, or wrap. Each
//! expression is written twice: `plain`, computed in the type of its variables, where nothing of it can overflow; and
//! `wide`, computed in a type that holds all results (`Long_Long_Integer`, `long long`, the integers of ACSL). What is
//! known of the wide text is the range of its values, and whether its value is the one meant or only equal to it
//! modulo `2^width`.

use crate::wishes::{What, Wish};
use crate::words::{Dialect, Refusal, Said, Words};
use cairn_ir::display::Display;
use cairn_ir::display::precedence::{ATOM, COMPARE, LOGIC, PREFIX, PRODUCT, SUM, Text};
use cairn_ir::{Binary, Convert, ExprId, ExprKind, Sign, Style, TypeKind, Unary, Value};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
}

const TOO_LARGE: Refusal = "its numbers may be larger than any type of the language";
const NO_NUMBER: Refusal = "the language has no words for its numbers";

/// An integer in words.
#[derive(Clone, Debug)]
struct Number {
    plain: Option<Text>,
    wide: Option<Text>,
    /// The wide text lies between these.
    low: BigInt,
    high: BigInt,
    /// The wide text is the number itself.
    exact: bool,
    /// None for mathematical integers.
    width: Option<u32>,
    /// The type the plain text is computed in; none for constants.
    family: Option<String>,
}

fn power(width: u32) -> BigInt {
    BigInt::one() << width
}

/// The smallest and the largest number of a type.
fn bounds(width: u32, sign: Sign) -> (BigInt, BigInt) {
    match sign {
        Sign::Unsigned => (BigInt::zero(), power(width) - 1),
        Sign::Signed => (-power(width - 1), power(width - 1) - 1),
    }
}

fn operator(op: Binary) -> (&'static str, u8) {
    match op {
        Binary::Add | Binary::MathAdd => ("+", SUM),
        Binary::Subtract | Binary::MathSubtract => ("-", SUM),
        _ => ("*", PRODUCT),
    }
}

fn infix(op: Binary, a: &Option<Text>, b: &Option<Text>) -> Option<Text> {
    let (sign, level) = operator(op);
    Some(Text(format!("{} {sign} {}", a.as_ref()?.tight(level), b.as_ref()?.tight(level + 1)), level))
}

impl Number {
    fn constant(value: BigInt, width: Option<u32>) -> Self {
        let text = Text(value.to_string(), if value.is_negative() { PREFIX } else { ATOM });
        let (plain, wide) = (Some(text.clone()), Some(text));
        Self { plain, wide, low: value.clone(), high: value, exact: true, width, family: None }
    }
    fn fits(&self, width: u32, sign: Sign) -> bool {
        let (low, high) = bounds(width, sign);
        low <= self.low && self.high <= high
    }
    /// The type that both are computed in, if it is one.
    fn common(&self, other: &Number) -> Option<Option<String>> {
        match (&self.family, &other.family) {
            (Some(a), Some(b)) => (a == b).then(|| Some(a.clone())),
            (a, b) => Some(a.clone().or_else(|| b.clone())),
        }
    }
}

impl Words<'_> {
    /// The sign that the variables of a comparison have in the source.
    pub(crate) fn natural_sign(&self, a: ExprId, b: ExprId) -> Sign {
        let mut open = vec![a, b];
        while let Some(id) = open.pop() {
            let node = self.program.expr(id);
            if matches!(node.kind, ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Field(..)) {
                return self.sign_of(id);
            }
            node.kind.for_each_child(|child| open.push(child));
        }
        Sign::Signed
    }
    fn sign_of(&self, id: ExprId) -> Sign {
        match self.style(self.program.type_of(id)) {
            Style::Unsigned | Style::Hexadecimal | Style::Character | Style::Enumeration(_) => Sign::Unsigned,
            _ => Sign::Signed,
        }
    }
    fn sign_text(&self, op: Comparison) -> &'static str {
        match op {
            Comparison::Equal if self.is_ada() => "=",
            Comparison::Equal => "==",
            Comparison::NotEqual if self.is_ada() => "/=",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
        }
    }
    /// `0 <= x` is written `x >= 0`.
    fn infix(&self, op: Comparison, a: &Text, b: &Text, turned: bool) -> Text {
        let sign = match (op, turned) {
            (Comparison::Less, true) => ">",
            (Comparison::LessEqual, true) => ">=",
            _ => self.sign_text(op),
        };
        let (a, b) = if turned { (b, a) } else { (a, b) };
        Text(format!("{} {sign} {}", a.tight(SUM), b.tight(SUM)), COMPARE)
    }

    pub(crate) fn compare(&self, op: Comparison, a: ExprId, b: ExprId, sign: Sign) -> Said<Text> {
        let turned = self.is_constant(a) && !self.is_constant(b);
        if let Some((x, y)) = self.styled(a, b)? {
            return Ok(self.infix(op, &x, &y, turned));
        }
        let is_order = matches!(op, Comparison::Less | Comparison::LessEqual);
        let (mut x, mut y) = (self.number(a, sign)?, self.number(b, sign)?);
        if is_order {
            (x, y) = (self.wrapped(x, sign), self.wrapped(y, sign));
        }
        if let (Some(a), Some(b), Some(_)) = (&x.plain, &y.plain, x.common(&y)) {
            return Ok(self.infix(op, a, b, turned));
        }
        let (Some(a), Some(b)) = (&x.wide, &y.wide) else { return Err(TOO_LARGE) };
        if x.exact && y.exact {
            return Ok(self.infix(op, a, b, turned));
        }
        // Equal modulo 2^w: the difference is a multiple of that.
        let difference = self.arithmetic(Binary::Subtract, &x, &y, None);
        let (Some(text), Some(width)) = (difference.wide, x.width.or(y.width)) else { return Err(TOO_LARGE) };
        let rest = Text(format!("{} {} {}", text.tight(PRODUCT), self.modulo(), self.power(width)), PRODUCT);
        Ok(self.infix(op, &rest, &Text::atom("0"), false))
    }
    fn modulo(&self) -> &'static str {
        if self.is_ada() { "mod" } else { "%" }
    }
    fn power(&self, width: u32) -> String {
        if self.is_ada() { format!("2 ** {width}") } else { power(width).to_string() }
    }
    /// Enumerations, characters and fixed point: literals, and the variables themselves.
    fn styled(&self, a: ExprId, b: ExprId) -> Said<Option<(Text, Text)>> {
        let (a, b) = (self.bare(a), self.bare(b));
        let has_style = |id: ExprId| {
            let style = self.style(self.program.type_of(id));
            let named = matches!(style, Style::Enumeration(_) | Style::Fixed(_));
            named || (self.is_ada() && *style == Style::Character)
        };
        let ty = match (has_style(a) && !self.is_constant(a), has_style(b) && !self.is_constant(b)) {
            (false, false) => return Ok(None),
            (true, _) => self.program.type_of(a),
            (false, true) => self.program.type_of(b),
        };
        let text = |id: ExprId| match &self.program.expr(id).kind {
            ExprKind::Const(value) => Ok(Text(Display::new(self.program).value(ty, value), PREFIX)),
            _ => self.place(id),
        };
        Ok(Some((text(a)?, text(b)?)))
    }
    /// An index, computed in its own type.
    pub(crate) fn index(&self, id: ExprId) -> Said<Text> {
        let number = self.wrapped(self.number(id, Sign::Signed)?, Sign::Signed);
        let text = if self.dialect == Dialect::Acsl { number.wide.filter(|_| number.exact) } else { number.plain };
        text.ok_or("an index in it may overflow")
    }

    /// `a + b` (or another operation) does not overflow.
    pub(crate) fn fits(&self, op: Binary, a: ExprId, b: ExprId) -> Said<Text> {
        let (operation, sign) = match op {
            Binary::AddOverflows(sign) => (Binary::Add, sign),
            Binary::SubtractOverflows(sign) => (Binary::Subtract, sign),
            Binary::MultiplyOverflows(sign) => (Binary::Multiply, sign),
            _ => return Err(NO_NUMBER),
        };
        let TypeKind::Int(width) = *self.program.types.kind(self.program.type_of(a)) else { return Err(NO_NUMBER) };
        let (low, high) = bounds(width, sign);
        let (x, y) = (self.wrapped(self.number(a, sign)?, sign), self.wrapped(self.number(b, sign)?, sign));
        if let (true, Some(text)) = (self.is_constant(b), &x.plain) {
            let by = if operation == Binary::Subtract { -y.low.clone() } else { y.low.clone() };
            if operation != Binary::Multiply {
                let (sign, limit) = if by.is_negative() { (">=", low - by) } else { ("<=", high - by) };
                return Ok(Text(format!("{} {sign} {limit}", text.tight(SUM)), COMPARE));
            }
        }
        let sum = self.arithmetic(operation, &x, &y, None);
        let text = sum.wide.ok_or(TOO_LARGE)?;
        Ok(match self.is_ada() {
            true => Text(format!("{} in {low} .. {high}", text.tight(SUM)), COMPARE),
            false => Text(format!("{low} <= {0} && {0} <= {high}", text.tight(SUM)), LOGIC),
        })
    }

    // ---- Numbers ----

    fn number(&self, id: ExprId, sign: Sign) -> Said<Number> {
        let node = self.program.expr(id);
        let width = match self.program.types.kind(node.ty) {
            TypeKind::Int(width) => Some(*width),
            TypeKind::MathInt => None,
            _ => return Err(NO_NUMBER),
        };
        match &node.kind {
            ExprKind::Const(Value::Int(bits)) => {
                let value = if sign == Sign::Signed { bits.signed() } else { bits.unsigned().into() };
                Ok(Number::constant(value, width))
            }
            ExprKind::Const(Value::MathInt(value)) => Ok(Number::constant(value.clone(), None)),
            ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Field(..) => self.variable(id, width, sign),
            ExprKind::Unary(Unary::Negate | Unary::MathNegate, a) => {
                let zero = Number::constant(BigInt::zero(), width);
                Ok(self.arithmetic(Binary::Subtract, &zero, &self.number(*a, sign)?, width.map(|w| (w, sign))))
            }
            ExprKind::Binary(op, a, b) => self.operation(id, *op, [*a, *b], width, sign),
            ExprKind::Convert(op, a) => self.converted(*op, *a, width, sign),
            ExprKind::If(c, a, b) => {
                let condition = self.condition(*c)?;
                let (a, b) = (self.number(*a, sign)?, self.number(*b, sign)?);
                let choice =
                    |a: &Option<Text>, b: &Option<Text>| Some(self.choice(&condition, a.as_ref()?, b.as_ref()?));
                Ok(Number {
                    plain: choice(&a.plain, &b.plain).filter(|_| a.common(&b).is_some()),
                    wide: choice(&a.wide, &b.wide),
                    exact: a.exact && b.exact,
                    family: a.common(&b).flatten(),
                    low: a.low.min(b.low),
                    high: a.high.max(b.high),
                    width,
                })
            }
            _ => Err(NO_NUMBER),
        }
    }
    fn variable(&self, id: ExprId, width: Option<u32>, sign: Sign) -> Said<Number> {
        let text = self.place(id)?;
        let Some(width) = width else {
            // Only bound variables are mathematical integers; they have no limits.
            return if self.dialect == Dialect::Acsl { Ok(self.unlimited(text)) } else { Err(NO_NUMBER) };
        };
        let own = self.sign_of(id);
        if !matches!(self.style(self.program.type_of(id)), Style::Plain | Style::Unsigned | Style::Hexadecimal)
            && (self.is_ada() || *self.style(self.program.type_of(id)) != Style::Character)
        {
            return Err("it computes with values that are no numbers in the source");
        }
        let (low, high) = bounds(width, own);
        let wide = match self.dialect {
            Dialect::Ada => Text::atom(format!("Long_Long_Integer ({})", text.0)),
            Dialect::Acsl => text.clone(),
            Dialect::C => Text(format!("(long long){}", text.tight(ATOM)), PREFIX),
        };
        let exact = own == sign || (self.known)(Wish { expr: id, what: What::NotNegative });
        let family = self.type_name(id).map(str::to_string);
        let number = Number {
            plain: Some(text).filter(|_| exact),
            wide: Some(wide),
            low,
            high,
            exact,
            width: Some(width),
            family,
        };
        Ok(self.limited(number))
    }
    fn unlimited(&self, text: Text) -> Number {
        let far = power(4096);
        let (plain, wide) = (Some(text.clone()), Some(text));
        Number { plain, wide, low: -far.clone(), high: far, exact: true, width: None, family: None }
    }
    /// Without a wide text if the type for it is too small.
    fn limited(&self, mut number: Number) -> Number {
        let fits = self.dialect == Dialect::Acsl || (number.fits(64, Sign::Signed) && number.low > -power(63));
        if !fits {
            number.wide = None;
        }
        number
    }

    fn operation(&self, id: ExprId, op: Binary, [a, b]: [ExprId; 2], width: Option<u32>, sign: Sign) -> Said<Number> {
        let both = |sign: Sign| Ok::<_, Refusal>((self.number(a, sign)?, self.number(b, sign)?));
        match op {
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::MathAdd | Binary::MathSubtract => {
                let (x, y) = both(sign)?;
                let mut number = self.arithmetic(op, &x, &y, width.map(|w| (w, sign)));
                let wish = Wish { expr: id, what: What::Fits(sign) };
                let Some(width) = width.filter(|_| x.exact && y.exact && !number.exact) else { return Ok(number) };
                if (self.known)(wish) {
                    let (low, high) = bounds(width, sign);
                    number = Number { exact: true, low: number.low.max(low), high: number.high.min(high), ..number };
                    number.plain = match self.dialect {
                        Dialect::Acsl => number.wide.clone(),
                        _ => x.common(&y).and_then(|_| infix(op, &x.plain, &y.plain)),
                    };
                }
                Ok(number)
            }
            Binary::MathMultiply => {
                let (x, y) = both(sign)?;
                Ok(self.arithmetic(Binary::Multiply, &x, &y, None))
            }
            Binary::Divide(own) | Binary::Remainder(own) => self.division(op, a, b, own),
            Binary::Modulo | Binary::MathModulo | Binary::MathDivide => self.division(op, a, b, Sign::Signed),
            Binary::BitAnd | Binary::BitOr | Binary::BitXor if !self.is_ada() => {
                let (x, y) = both(Sign::Unsigned)?;
                let (x, y) = (self.wrapped(x, Sign::Unsigned), self.wrapped(y, Sign::Unsigned));
                let text = match op {
                    Binary::BitAnd => "&",
                    Binary::BitOr => "|",
                    _ => "^",
                };
                let (Some(a), Some(b)) = (&x.wide, &y.wide) else { return Err(TOO_LARGE) };
                let text = Text::atom(format!("({} {text} {})", a.tight(PREFIX), b.tight(PREFIX)));
                let high = if op == Binary::BitAnd { x.high.min(y.high) } else { power(width.unwrap_or(64)) - 1 };
                let number = Number {
                    plain: None,
                    wide: Some(text),
                    low: BigInt::zero(),
                    high,
                    exact: true,
                    width,
                    family: None,
                };
                Ok(self.seen_as(number, sign))
            }
            _ => Err(NO_NUMBER),
        }
    }
    /// A number of one sign, looked at as one of another.
    fn seen_as(&self, mut number: Number, sign: Sign) -> Number {
        if number.width.is_some_and(|width| !number.fits(width, sign)) {
            number.exact = false;
            number.plain = None;
        }
        number
    }
    /// Sums, differences and products. With a type, what does not fit it wraps.
    fn arithmetic(&self, op: Binary, x: &Number, y: &Number, ty: Option<(u32, Sign)>) -> Number {
        let (sign, _) = operator(op);
        let corners: Vec<BigInt> = match sign {
            "+" => vec![&x.low + &y.low, &x.high + &y.high],
            "-" => vec![&x.low - &y.high, &x.high - &y.low],
            _ => vec![&x.low * &y.low, &x.low * &y.high, &x.high * &y.low, &x.high * &y.high],
        };
        let low = corners.iter().min().cloned().unwrap_or_default();
        let high = corners.iter().max().cloned().unwrap_or_default();
        let width = x.width.or(y.width);
        let mut number = Number {
            plain: None,
            wide: infix(op, &x.wide, &y.wide),
            low,
            high,
            exact: x.exact && y.exact,
            width,
            family: x.common(y).flatten(),
        };
        if let Some((width, sign)) = ty {
            let fits = number.fits(width, sign);
            number.exact &= fits;
            // Unsigned numbers of C wrap as the program form has it, if they are not promoted to `int`.
            let wraps = self.dialect == Dialect::C && sign == Sign::Unsigned && width >= 32;
            if (number.exact || wraps) && x.common(y).is_some() {
                number.plain = infix(op, &x.plain, &y.plain);
            }
        }
        if self.dialect == Dialect::Acsl {
            number.plain = number.wide.clone().filter(|_| number.exact);
        }
        self.limited(number)
    }
    /// By a constant that is not zero. Ada and C divide towards zero.
    fn division(&self, op: Binary, a: ExprId, b: ExprId, own: Sign) -> Said<Number> {
        let (x, y) = (self.wrapped(self.number(a, own)?, own), self.wrapped(self.number(b, own)?, own));
        if y.low != y.high || y.low.is_zero() {
            return Err("it divides by what may be zero");
        }
        let (by, size) = (y.low.clone(), y.low.abs());
        let natural = !x.low.is_negative() && by.is_positive();
        let word = match op {
            Binary::Divide(_) => "/",
            Binary::MathDivide if natural => "/",
            Binary::Remainder(_) if self.is_ada() => "rem",
            Binary::Remainder(_) => "%",
            Binary::Modulo if self.is_ada() => "mod",
            Binary::MathModulo if self.is_ada() && by.is_positive() => "mod",
            Binary::Modulo | Binary::MathModulo if natural => "%",
            _ => return Err(NO_NUMBER),
        };
        let furthest = x.low.abs().max(x.high.abs());
        let (low, high) = match op {
            Binary::Divide(_) | Binary::MathDivide if natural => (BigInt::zero(), furthest),
            Binary::Divide(_) | Binary::MathDivide => (-furthest.clone(), furthest),
            _ if natural => (BigInt::zero(), size - 1),
            _ => (1 - size.clone(), size - 1),
        };
        let infix = |a: &Option<Text>, b: &Option<Text>| {
            Some(Text(format!("{} {word} {}", a.as_ref()?.tight(PRODUCT), b.as_ref()?.tight(PRODUCT + 1)), PRODUCT))
        };
        let family = x.common(&y).flatten();
        // The smallest number by -1 overflows.
        let plain = infix(&x.plain, &y.plain).filter(|_| by != -BigInt::one());
        Ok(Number { plain, wide: infix(&x.wide, &y.wide), low, high, exact: true, width: x.width, family })
    }
    fn converted(&self, op: Convert, a: ExprId, width: Option<u32>, sign: Sign) -> Said<Number> {
        match op {
            Convert::Retype => self.number(a, sign),
            Convert::SignExtend | Convert::ZeroExtend | Convert::IntToMath(_) => {
                let own = match op {
                    Convert::IntToMath(own) => own,
                    Convert::SignExtend => Sign::Signed,
                    _ => Sign::Unsigned,
                };
                let number = self.wrapped(self.number(a, own)?, own);
                Ok(self.seen_as(Number { width, ..number }, sign))
            }
            Convert::Truncate | Convert::MathToInt => {
                let number = Number { width, ..self.number(a, sign)? };
                let plain = number.plain.clone().filter(|_| number.exact);
                Ok(self.seen_as(Number { plain, ..number }, sign))
            }
            Convert::BoolToInt => {
                let one = Text::atom("1");
                let text = Some(self.choice(&self.condition(a)?, &one, &Text::atom("0")));
                let (low, high) = (BigInt::zero(), BigInt::one());
                Ok(Number { plain: text.clone(), wide: text, low, high, exact: true, width, family: None })
            }
            _ => Err(NO_NUMBER),
        }
    }
    /// The number itself, where only one that is equal modulo 2^w is known.
    fn wrapped(&self, number: Number, sign: Sign) -> Number {
        let (false, Some(width), Some(text)) = (number.exact, number.width, &number.wide) else { return number };
        let (low, high) = bounds(width, sign);
        let rest = |text: &Text| format!("{} {} {}", text.tight(PRODUCT), self.modulo(), self.power(width));
        let wide = match (self.dialect, sign) {
            (Dialect::Ada, Sign::Unsigned) => Some(Text(rest(text), PRODUCT)),
            (Dialect::Ada, Sign::Signed) => {
                let half = self.power(width - 1);
                let moved = Text(format!("{} + {half}", text.tight(SUM)), SUM);
                Some(Text(format!("{} - {half}", rest(&moved)), SUM))
            }
            _ => {
                // A cast to the narrow type needs none to the wide one before.
                let bare = text.0.strip_prefix("(long long)").filter(|rest| !rest.contains(' '));
                let text = bare.map_or_else(|| text.tight(ATOM), str::to_string);
                self.type_of_width(width, sign).map(|name| Text(format!("({name}){text}"), PREFIX))
            }
        };
        let exact = wide.is_some();
        self.limited(Number { wide, low, high, exact, ..number })
    }
    fn type_of_width(&self, width: u32, sign: Sign) -> Option<&'static str> {
        Some(match (width, sign) {
            (8, Sign::Signed) => "signed char",
            (8, Sign::Unsigned) => "unsigned char",
            (16, Sign::Signed) => "short",
            (16, Sign::Unsigned) => "unsigned short",
            (32, Sign::Signed) => "int",
            (32, Sign::Unsigned) => "unsigned int",
            (64, Sign::Signed) => "long long",
            (64, Sign::Unsigned) => "unsigned long long",
            _ => return None,
        })
    }
}
