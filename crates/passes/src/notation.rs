//! How the structured forms are written: the notation of Lourenço et al., "SPARK-BMC", which is Ada's with C's
//! conditional.
//!
//! Only for reading. The text form that is read back is `cairn_ir`'s.

use cairn_ir::display::Display;
use cairn_ir::typing::type_name;
use cairn_ir::{
    Binary, Convert, ExprId, ExprKind, FloatClass, Language, Place, PlaceBase, Program, Projection, Rounding, Sign,
    Style, TypeId, TypeKind, Unary, Value,
};
use num_bigint::BigInt;

/// Expressions nested deeper than this are cut with `…`.
const MAX_DEPTH: usize = 200;

/// An expression; operators in brackets.
pub fn expr(program: &Program, id: ExprId) -> String {
    Writer { program, depth: 0 }.expr(id)
}

/// The overflow check of Lourenço et al., "SPARK-BMC": `notOverflow(+,INTEGER,I#2,1)` for "this addition does not
/// overflow".
pub fn not_overflow(program: &Program, condition: ExprId) -> Option<String> {
    let ExprKind::Unary(Unary::Not, inner) = program.expr(condition).kind else { return None };
    let (operator, arguments) = match program.expr(inner).kind {
        ExprKind::Binary(Binary::AddOverflows(_), a, b) => ("+", vec![a, b]),
        ExprKind::Binary(Binary::SubtractOverflows(_), a, b) => ("-", vec![a, b]),
        ExprKind::Binary(Binary::MultiplyOverflows(_), a, b) => ("*", vec![a, b]),
        ExprKind::Binary(Binary::DivideOverflows, a, b) => ("/", vec![a, b]),
        ExprKind::Unary(Unary::NegateOverflows, a) => ("-", vec![a]),
        _ => return None,
    };
    let ty = type_name(&program.types, program.type_of(*arguments.first()?));
    let arguments: Vec<String> = arguments.iter().map(|argument| expr(program, *argument)).collect();
    Some(format!("notOverflow({operator},{ty},{})", arguments.join(",")))
}

struct Writer<'p> {
    program: &'p Program,
    depth: usize,
}

impl Writer<'_> {
    fn expr(&mut self, id: ExprId) -> String {
        if self.depth >= MAX_DEPTH {
            return "…".into();
        }
        self.depth += 1;
        let text = self.node(id);
        self.depth -= 1;
        text
    }

    fn node(&mut self, id: ExprId) -> String {
        let program = self.program;
        let node = program.expr(id);
        match &node.kind {
            ExprKind::Const(constant) => value(program, constant, node.ty),
            ExprKind::Var(var) => program.variables[*var].name.to_string(),
            ExprKind::Unary(op, a) => self.unary(*op, *a),
            ExprKind::Binary(op, a, b) => self.binary(*op, *a, *b),
            ExprKind::FusedMultiplyAdd(rounding, arguments) => {
                format!("fma{}({})", direction(*rounding), self.list(arguments))
            }
            ExprKind::Convert(op, a) => self.convert(*op, *a, node.ty),
            ExprKind::If(c, a, b) => format!("{} ? {} : {}", self.bracketed(*c), self.expr(*a), self.expr(*b)),
            ExprKind::Forall(vars, body) => self.quantified("for all", vars, *body),
            ExprKind::Exists(vars, body) => self.quantified("for some", vars, *body),
            ExprKind::Old(a) => format!("{}'Old", self.expr(*a)),
            ExprKind::ProcedureAddress(procedure) => format!("{}'Address", program.procedures[*procedure].name),
            ExprKind::AddressOf(place) => format!("{}'Address", self.place(place)),
            ExprKind::Load(pointer) => format!("{}.all", self.expr(*pointer)),
            aggregate => self.aggregate(aggregate, node.ty),
        }
    }

    fn aggregate(&mut self, kind: &ExprKind, ty: TypeId) -> String {
        match kind {
            ExprKind::Index(array, index) => {
                let index = self.index(self.program.type_of(*array), *index);
                format!("{}({index})", self.expr(*array))
            }
            ExprKind::Update(array, index, element) => {
                let index = self.index(self.program.type_of(*array), *index);
                format!("store({}, {index}, {})", self.expr(*array), self.expr(*element))
            }
            ExprKind::Field(record, n) | ExprKind::Member(record, n) => {
                format!("{}.{}", self.expr(*record), field(self.program, self.program.type_of(*record), *n))
            }
            ExprKind::WithField(record, n, component) | ExprKind::WithMember(record, n, component) => {
                let name = field(self.program, self.program.type_of(*record), *n);
                format!("({} with {name} => {})", self.expr(*record), self.expr(*component))
            }
            ExprKind::ArrayOf(items) => format!("({})", self.list(items)),
            ExprKind::ArrayFill(item) => format!("(others => {})", self.expr(*item)),
            ExprKind::RecordOf(items) => {
                let written = items.iter().enumerate().map(|(n, item)| {
                    let item = self.expr(*item);
                    format!("{} => {item}", field(self.program, ty, n as u32))
                });
                let written: Vec<String> = written.collect();
                format!("({})", written.join(", "))
            }
            _ => "…".into(),
        }
    }

    /// The index as the source writes it: positions count from 0, `V (I)` has the position `I - V'First`.
    fn index(&mut self, array: TypeId, position: ExprId) -> String {
        let mut inner = position;
        while let ExprKind::Convert(Convert::Retype | Convert::ZeroExtend, a) = self.program.expr(inner).kind {
            inner = a;
        }
        let Style::FirstIndex(first) = &self.program.types.get(array).display.style else { return self.expr(inner) };
        if let ExprKind::Convert(Convert::Truncate, a) = self.program.expr(inner).kind {
            inner = a;
        }
        match &self.program.expr(inner).kind {
            ExprKind::Const(Value::Int(bits)) => (BigInt::from(bits.unsigned().clone()) + first).to_string(),
            ExprKind::Binary(Binary::Subtract, index, low) if self.number(*low).as_ref() == Some(first) => {
                self.expr(*index)
            }
            _ if *first == BigInt::ZERO => self.expr(position),
            _ => format!("({} + {first})", self.expr(position)),
        }
    }

    /// The value of a constant, with its sign.
    fn number(&self, id: ExprId) -> Option<BigInt> {
        match &self.program.expr(id).kind {
            ExprKind::Const(Value::Int(bits)) => Some(bits.signed()),
            _ => None,
        }
    }

    fn list(&mut self, items: &[ExprId]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.expr(*item)).collect();
        items.join(", ")
    }
    /// In brackets, unless it has them already.
    fn bracketed(&mut self, id: ExprId) -> String {
        let text = self.expr(id);
        let has_brackets = matches!(self.program.expr(id).kind, ExprKind::Binary(op, ..) if infix(op).is_some());
        if has_brackets { text } else { format!("({text})") }
    }
    fn quantified(&mut self, word: &str, vars: &[cairn_ir::VarId], body: ExprId) -> String {
        let vars: Vec<&str> = vars.iter().map(|var| &*self.program.variables[*var].name).collect();
        format!("({word} {} => {})", vars.join(", "), self.expr(body))
    }
    fn place(&mut self, place: &Place) -> String {
        let mut text = match place.base {
            PlaceBase::Var(var) => self.program.variables[var].name.to_string(),
            PlaceBase::Deref(pointer, _) => format!("{}.all", self.expr(pointer)),
        };
        for projection in &place.path {
            match projection {
                Projection::Index(index) => text += &format!("({})", self.expr(*index)),
                Projection::Field(n) | Projection::Member(n) => text += &format!(".{n}"),
            }
        }
        text
    }

    fn unary(&mut self, op: Unary, a: ExprId) -> String {
        let a = match op {
            Unary::Not => return format!("not{}", self.bracketed_twice(a)),
            _ => self.expr(a),
        };
        match op {
            Unary::Not | Unary::BitNot => format!("not({a})"),
            Unary::Negate | Unary::FloatNegate | Unary::MathNegate => format!("(-{a})"),
            Unary::FloatAbs | Unary::MathAbs => format!("abs({a})"),
            Unary::NegateOverflows => format!("overflows(-,{a})"),
            Unary::FloatSqrt(rounding) => format!("sqrt{}({a})", direction(rounding)),
            Unary::FloatRound(rounding) => format!("round{}({a})", direction(rounding)),
            Unary::FloatIs(class) => format!("{}({a})", class_name(class)),
            Unary::PointerOffset => format!("offset({a})"),
            Unary::PointerObjectSize => format!("object_size({a})"),
            Unary::PointerIsLive => format!("live({a})"),
            Unary::PointerIsHeap => format!("heap({a})"),
        }
    }

    /// The paper writes `not((a > b))`.
    fn bracketed_twice(&mut self, id: ExprId) -> String {
        format!("({})", self.expr(id))
    }

    fn binary(&mut self, op: Binary, a: ExprId, b: ExprId) -> String {
        let is_constant = |id: ExprId| matches!(self.program.expr(id).kind, ExprKind::Const(_));
        let reversed = match infix(op) {
            Some("<") if is_constant(a) && !is_constant(b) => Some(">"),
            Some("<=") if is_constant(a) && !is_constant(b) => Some(">="),
            _ => None,
        };
        let (a, b) = (self.expr(a), self.expr(b));
        // As the paper writes bounds: `(I#2 >= 1)`.
        if let Some(symbol) = reversed {
            return format!("({b} {symbol} {a})");
        }
        if let Some(symbol) = infix(op) {
            return format!("({a} {symbol} {b})");
        }
        match op {
            Binary::AddOverflows(_) => format!("overflows(+,{a},{b})"),
            Binary::SubtractOverflows(_) => format!("overflows(-,{a},{b})"),
            Binary::MultiplyOverflows(_) => format!("overflows(*,{a},{b})"),
            Binary::DivideOverflows => format!("overflows(/,{a},{b})"),
            Binary::ShiftLeft => format!("shift_left({a}, {b})"),
            Binary::ShiftRight(Sign::Signed) => format!("shift_right_arithmetic({a}, {b})"),
            Binary::ShiftRight(Sign::Unsigned) => format!("shift_right({a}, {b})"),
            Binary::FloatRemainder => format!("remainder({a}, {b})"),
            Binary::FloatModulo => format!("fmod({a}, {b})"),
            Binary::FloatMin => format!("min({a}, {b})"),
            Binary::FloatMax => format!("max({a}, {b})"),
            Binary::PointerAdd { stride } => format!("({a} + {stride} * {b})"),
            Binary::PointerDifference => format!("({a} - {b})"),
            Binary::SameObject => format!("same_object({a}, {b})"),
            Binary::PointerValid => format!("valid({a}, {b})"),
            _ => format!("{op:?}({a}, {b})"),
        }
    }

    fn convert(&mut self, op: Convert, a: ExprId, to: TypeId) -> String {
        let a = self.expr(a);
        match op {
            Convert::Retype => a,
            _ => format!("{}({a})", type_name(&self.program.types, to)),
        }
    }
}

/// Operators between their arguments. Unsigned comparisons and divisions of machine integers look like
/// signed ones: the display of the types tells them apart.
fn infix(op: Binary) -> Option<&'static str> {
    Some(match op {
        Binary::And => "and",
        Binary::Or => "or",
        Binary::Implies => "implies",
        Binary::Xor => "xor",
        Binary::Equal => "=",
        Binary::NotEqual => "/=",
        Binary::FloatEqual => "==",
        Binary::Add | Binary::MathAdd | Binary::FloatAdd(_) => "+",
        Binary::Subtract | Binary::MathSubtract | Binary::FloatSubtract(_) => "-",
        Binary::Multiply | Binary::MathMultiply | Binary::FloatMultiply(_) => "*",
        Binary::Divide(_) | Binary::MathDivide | Binary::FloatDivide(_) => "/",
        Binary::Remainder(_) => "rem",
        Binary::Modulo | Binary::MathModulo => "mod",
        Binary::BitAnd => "&",
        Binary::BitOr => "|",
        Binary::BitXor => "^",
        Binary::Less(_) | Binary::MathLess | Binary::FloatLess | Binary::PointerLess => "<",
        Binary::LessEqual(_) | Binary::MathLessEqual | Binary::FloatLessEqual | Binary::PointerLessEqual => "<=",
        _ => return None,
    })
}

fn direction(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::NearestEven => "",
        Rounding::NearestAway => "_away",
        Rounding::TowardPositive => "_up",
        Rounding::TowardNegative => "_down",
        Rounding::TowardZero => "_to_zero",
    }
}

fn class_name(class: FloatClass) -> &'static str {
    match class {
        FloatClass::Nan => "is_nan",
        FloatClass::Infinite => "is_infinite",
        FloatClass::Zero => "is_zero",
        FloatClass::Subnormal => "is_subnormal",
        FloatClass::Normal => "is_normal",
        FloatClass::Negative => "is_negative",
        FloatClass::Positive => "is_positive",
    }
}

fn field(program: &Program, ty: TypeId, n: u32) -> String {
    match program.types.kind(ty) {
        TypeKind::Record(record) | TypeKind::Union(record) => {
            record.fields.get(n as usize).map_or_else(|| n.to_string(), |field| field.name.to_string())
        }
        _ => n.to_string(),
    }
}

fn value(program: &Program, constant: &Value, ty: TypeId) -> String {
    match constant {
        Value::Bool(true) => "True".into(),
        Value::Bool(false) => "False".into(),
        // The paper's stage has positions where the source has literals.
        Value::Int(bits) if matches!(program.types.get(ty).display.style, Style::Enumeration(_)) => {
            bits.unsigned().to_string()
        }
        other => Display::new(program).in_language(Language::Ada).value(ty, other),
    }
}
