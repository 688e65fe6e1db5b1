//! Implicit conversions of random expressions against clang's: same casts, same types, everywhere.
//!
//! Both trees are written in one notation and compared as text, statement by statement.

mod common;

use cairn_front_c::sema::tree::{
    BinaryOperator, Callee, CastKind, Comparison, CompoundOperation, Expr, ExprKind, Lvalue, LvalueKind, Program,
    StmtKind, UnaryOperator,
};
use cairn_front_c::types::DataModel;
use common::{analyzed, clang};
use serde_json::Value;
use std::fmt::Write;

/// Statements for each data model.
const STATEMENTS: usize = 600;

const DECLARATIONS: &str = "
enum e { E0, E1 };
struct s { int i; unsigned b3 : 3; int c5 : 5; unsigned long long b40 : 40; _Bool flag; char text[4]; struct s *next; float f; unsigned b32 : 32; };
_Bool bo; char ch; signed char sc; unsigned char uc; short sh; unsigned short us; int in; unsigned int ui; long lo;
unsigned long ul; long long ll; unsigned long long ull; float fl; double db; long double ld; enum e en;
struct s st, *sp; int arr[5]; int grid[3][4]; int *ip; const int *cip; char *cp; void *vp; double *dp; int (*fp)(char, double);
int callee(char a, double b); float result(void); int variadic(int a, ...); unsigned char old();
";

const NUMBERS: &[&str] = &[
    "bo",
    "ch",
    "sc",
    "uc",
    "sh",
    "us",
    "in",
    "ui",
    "lo",
    "ul",
    "ll",
    "ull",
    "fl",
    "db",
    "ld",
    "en",
    "st.i",
    "st.b3",
    "st.c5",
    "st.b40",
    "st.flag",
    "st.b32",
    "sp->f",
    "sp->next->b3",
    "arr[in]",
    "grid[ch][us]",
    "ip[uc]",
    "st.text[1]",
    "*ip",
    "E1",
    "1",
    "2u",
    "3l",
    "4ull",
    "'a'",
    "1.5",
    "2.5f",
    "0",
    "*(arr + ch)",
    "*cip",
    "sp->c5",
];
const INTEGERS: &[&str] = &[
    "bo", "ch", "sc", "uc", "sh", "us", "in", "ui", "lo", "ul", "ll", "ull", "en", "st.i", "st.b3", "st.c5", "st.b40",
    "st.b32", "arr[2]", "1", "7u", "9ll", "'z'", "E0",
];
const TARGETS: &[&str] = &[
    "bo", "ch", "sc", "uc", "sh", "us", "in", "ui", "lo", "ul", "ll", "ull", "fl", "db", "ld", "en", "st.i", "st.b3",
    "st.c5", "st.b40", "st.flag", "arr[in]", "*ip", "sp->f",
];
const POINTERS: &[&str] = &["ip", "arr", "&in", "&arr[1]", "grid[1]", "ip + sh", "arr - ch", "cip"];
const TYPES: &[&str] = &[
    "_Bool",
    "char",
    "unsigned char",
    "short",
    "int",
    "unsigned int",
    "long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "enum e",
];

fn pick<'a>(random: &mut fastrand::Rng, from: &[&'a str]) -> &'a str {
    from[random.usize(..from.len())]
}

fn integer(random: &mut fastrand::Rng, depth: u32) -> String {
    if depth == 0 {
        return pick(random, INTEGERS).to_string();
    }
    let (a, b) = (integer(random, depth - 1), integer(random, depth - 1));
    match random.u32(0..8) {
        0..=3 => format!("({a} {} {b})", pick(random, &["&", "|", "^", "<<", ">>", "%", "+", "*"])),
        4 => format!("~({a})"),
        5 => format!("!({a})"),
        6 => format!("({})({a})", pick(random, &TYPES[..8])),
        _ => a,
    }
}

fn number(random: &mut fastrand::Rng, depth: u32) -> String {
    if depth == 0 {
        return pick(random, NUMBERS).to_string();
    }
    let (a, b) = (number(random, depth - 1), number(random, depth - 1));
    match random.u32(0..16) {
        0..=3 => format!("({a} {} {b})", pick(random, &["+", "-", "*", "/"])),
        4 => format!("({a} {} {b})", pick(random, &["<", "<=", ">", ">=", "==", "!="])),
        5 => format!("({a} {} {b})", pick(random, &["&&", "||"])),
        6 => format!("({a} ? {b} : {})", number(random, depth - 1)),
        7 => format!("-({a})"),
        8 => format!("({})({a})", pick(random, TYPES)),
        9 => format!("({a}, {b})"),
        10 => format!("callee({a}, {b})"),
        11 => format!("variadic({a}, {b}, result(), old({a}))"),
        12 => format!(
            "({} {} {})",
            pick(random, POINTERS),
            pick(random, &["==", "<", "!="]),
            pick(random, &POINTERS[..7])
        ),
        13 => format!("fp({a}, {b})"),
        _ => integer(random, depth),
    }
}

fn statement(random: &mut fastrand::Rng) -> String {
    let value = number(random, 2);
    match random.u32(0..10) {
        0..=4 => format!("{} = {value};", pick(random, TARGETS)),
        5 => format!("{} {}= {value};", pick(random, TARGETS), pick(random, &["+", "-", "*", "/"])),
        6 => {
            let target = pick(random, &["ch", "us", "in", "ul", "st.b3", "st.b40", "arr[1]", "en"]);
            format!("{target} {}= {};", pick(random, &["<<", ">>", "&", "|", "^", "%"]), integer(random, 2))
        }
        7 => format!("ip {}= {};", pick(random, &["+", "-"]), integer(random, 1)),
        8 => {
            let sides = [
                "ip = bo ? ip : 0;",
                "vp = ip;",
                "cip = ip;",
                "ip = vp;",
                "cp = 0;",
                "cip = in ? cip : ip;",
                "vp = bo ? vp : dp;",
                "bo = ip;",
                "bo = vp && ip;",
                "st = *sp;",
                "sp = sp->next;",
                "lo = ip - arr;",
                "fp = callee;",
                "fp = &callee;",
                "in = (*fp)(1, 2);",
                "in = vp == ip;",
                "in = ip == vp;",
                "in = ip != 0;",
                "in = !ip;",
                "bo = (_Bool)ip;",
                "ul = (unsigned long)ip;",
                "ip = (int *)ul;",
                "cp = (char *)ip;",
                "vp = (void *)0;",
                "cp = st.text;",
                "*cp = *\"text\";",
                "in = \"text\"[1];",
            ];
            pick(random, &sides).to_string()
        }
        _ => format!("{}{};", pick(random, TARGETS), pick(random, &["++", "--"])),
    }
}

fn program(seed: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = format!("{DECLARATIONS}void f(void) {{\n");
    for _ in 0..STATEMENTS {
        writeln!(text, "  {}", statement(&mut random)).expect("writing to a string");
    }
    text.push_str("}\n");
    text
}

// ---- Ours ----

struct Writer<'p>(&'p Program);

impl Writer<'_> {
    fn expr(&self, expr: &Expr) -> String {
        let ty = self.0.types.show(expr.ty);
        let two = |name: &str, a: &Expr, b: &Expr| format!("({name} {ty} {} {})", self.expr(a), self.expr(b));
        match &expr.kind {
            ExprKind::Integer(value) => format!("{value}:{ty}"),
            ExprKind::Float(_) => format!("float:{ty}"),
            ExprKind::Load(lvalue) => format!("(load {ty} {})", self.lvalue(lvalue)),
            ExprKind::Decay(lvalue) => format!("(decay {ty} {})", self.lvalue(lvalue)),
            ExprKind::AddressOf(lvalue) => format!("(& {ty} {})", self.lvalue(lvalue)),
            ExprKind::FunctionAddress(id) => format!("(function {})", self.0.functions[*id].name),
            ExprKind::Cast(cast, inner) => format!("({} {ty} {})", cast_word(cast.kind), self.expr(inner)),
            ExprKind::Unary(UnaryOperator::Negate, inner) => format!("(- {ty} {})", self.expr(inner)),
            ExprKind::Unary(UnaryOperator::BitNot, inner) => format!("(~ {ty} {})", self.expr(inner)),
            ExprKind::Not(inner) => format!("(! {ty} {})", self.expr(inner)),
            ExprKind::Binary(operator, a, b) => two(binary_word(*operator), a, b),
            ExprKind::Compare(comparison, a, b) => two(comparison_word(*comparison), a, b),
            ExprKind::PointerAdd { pointer, index, negative } => two(if *negative { "-" } else { "+" }, pointer, index),
            ExprKind::PointerDifference(a, b) => two("-", a, b),
            ExprKind::And(a, b) => two("&&", a, b),
            ExprKind::Or(a, b) => two("||", a, b),
            ExprKind::Comma(a, b) => two(",", a, b),
            ExprKind::Conditional(c, a, b) => {
                format!("(? {ty} {} {} {})", self.expr(c), self.expr(a), self.expr(b))
            }
            ExprKind::Assign(target, value) => format!("(= {ty} {} {})", self.lvalue(target), self.expr(value)),
            ExprKind::CompoundAssign(node) => {
                let word = match node.operation {
                    CompoundOperation::Arithmetic(operator) => binary_word(operator),
                    CompoundOperation::PointerAdd { negative: false } => "+",
                    CompoundOperation::PointerAdd { negative: true } => "-",
                };
                let computation = self.0.types.show(node.computation);
                format!("({word}= {ty} [{computation}] {} {})", self.lvalue(&node.target), self.expr(&node.value))
            }
            ExprKind::Step(node) => {
                format!("({} {ty} {})", if node.decrement { "--" } else { "++" }, self.lvalue(&node.target))
            }
            ExprKind::Call { callee, arguments } => {
                let callee = match callee {
                    Callee::Direct(id) => format!("(function {})", self.0.functions[*id].name),
                    Callee::Pointer(pointer) => self.expr(pointer),
                };
                let arguments: Vec<String> = arguments.iter().map(|a| self.expr(a)).collect();
                format!("(call {ty} {callee} {})", arguments.join(" "))
            }
            other => format!("{other:?}"),
        }
    }
    fn lvalue(&self, lvalue: &Lvalue) -> String {
        match &lvalue.kind {
            LvalueKind::Variable(id) => self.0.variables[*id].name.to_string(),
            LvalueKind::Deref(pointer) => format!("(* {})", self.expr(pointer)),
            LvalueKind::Index(array, index) => {
                let element = lvalue.ty;
                let pointer = self.0.types.show_declaration(element, "*");
                let inner = self.0.types.is_array(element.ty);
                let pointer = if inner { self.0.types.show_declaration(element, "(*)") } else { pointer };
                format!("(* (+ {pointer} (decay {pointer} {}) {}))", self.lvalue(array), self.expr(index))
            }
            LvalueKind::Member(base, field) => {
                let members = self.0.types.members(base.ty.ty).expect("a record");
                format!("(. {} {})", self.lvalue(base), members.fields[*field].name.as_deref().unwrap_or("?"))
            }
            LvalueKind::String(_) => "string".into(),
            other => format!("{other:?}"),
        }
    }
}

fn cast_word(kind: CastKind) -> &'static str {
    match kind {
        CastKind::Integer => "IntegralCast",
        CastKind::IntegerToBool => "IntegralToBoolean",
        CastKind::FloatToBool => "FloatingToBoolean",
        CastKind::PointerToBool => "PointerToBoolean",
        CastKind::IntegerToFloat => "IntegralToFloating",
        CastKind::FloatToInteger => "FloatingToIntegral",
        CastKind::Float => "FloatingCast",
        CastKind::NullToPointer => "NullToPointer",
        CastKind::IntegerToPointer => "IntegralToPointer",
        CastKind::PointerToInteger => "PointerToIntegral",
        CastKind::Pointer | CastKind::FunctionPointer => "pointer",
        CastKind::ToVoid => "ToVoid",
        CastKind::Same => "NoOp",
    }
}

fn binary_word(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitOr => "|",
    }
}

fn comparison_word(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}

fn ours(text: &str, model: DataModel) -> Vec<String> {
    analyzed(&[text], model, |program, _, diagnostics| {
        let errors: Vec<_> = diagnostics.iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        let (_, function) = program.functions.iter().find(|(_, f)| &*f.name == "f").expect("the function");
        let statements = &function.body.as_ref().expect("its body").block.statements;
        let write = |kind: &StmtKind| match kind {
            StmtKind::Expr(expr) => Writer(program).expr(expr),
            other => format!("{other:?}"),
        };
        statements.iter().map(|s| write(&s.kind)).collect()
    })
}

// ---- Clang's ----

fn children(node: &Value) -> &[Value] {
    node["inner"].as_array().map_or(&[], |inner| inner)
}

fn type_of(node: &Value) -> String {
    let ty = &node["type"];
    ty["desugaredQualType"].as_str().or(ty["qualType"].as_str()).unwrap_or("?").to_string()
}

fn theirs_expr(node: &Value) -> String {
    let ty = type_of(node);
    let inner = children(node);
    let child = |index: usize| theirs_expr(&inner[index]);
    match node["kind"].as_str().unwrap_or("?") {
        "ParenExpr" => child(0),
        "ImplicitCastExpr" | "CStyleCastExpr" => {
            let explicit = node["kind"] == "CStyleCastExpr";
            match node["castKind"].as_str().unwrap_or("?") {
                "LValueToRValue" => format!("(load {ty} {})", child(0)),
                "ArrayToPointerDecay" => format!("(decay {ty} {})", child(0)),
                "FunctionToPointerDecay" => match callee_name(&inner[0]) {
                    Some(name) => format!("(function {name})"),
                    // `(*pointer)(…)` is `pointer(…)`.
                    None => theirs_expr(&children(strip(&inner[0]))[0]),
                },
                "BitCast" => format!("(pointer {ty} {})", child(0)),
                "NoOp" if !explicit => format!("(pointer {ty} {})", child(0)),
                kind => format!("({kind} {ty} {})", child(0)),
            }
        }
        "DeclRefExpr" => match node["referencedDecl"]["kind"].as_str() {
            Some("EnumConstantDecl") if node["referencedDecl"]["name"] == "E0" => "0:int".into(),
            Some("EnumConstantDecl") => "1:int".into(),
            _ => node["referencedDecl"]["name"].as_str().unwrap_or("?").into(),
        },
        "IntegerLiteral" => format!("{}:{ty}", node["value"].as_str().unwrap_or("?")),
        "CharacterLiteral" => format!("{}:{ty}", node["value"]),
        "FloatingLiteral" => format!("float:{ty}"),
        "StringLiteral" => "string".into(),
        "MemberExpr" => {
            let base = if node["isArrow"] == true { format!("(* {})", child(0)) } else { child(0) };
            format!("(. {base} {})", node["name"].as_str().unwrap_or("?"))
        }
        "ArraySubscriptExpr" => {
            let pointer = type_of(strip(&inner[0]));
            format!("(* (+ {pointer} {} {}))", child(0), child(1))
        }
        "UnaryOperator" => match node["opcode"].as_str().unwrap_or("?") {
            "*" => format!("(* {})", child(0)),
            "&" => match callee_name(&inner[0]) {
                Some(name) if type_of(&inner[0]).contains('(') => format!("(function {name})"),
                _ => format!("(& {ty} {})", child(0)),
            },
            operator => format!("({operator} {ty} {})", child(0)),
        },
        "BinaryOperator" => {
            format!("({} {ty} {} {})", node["opcode"].as_str().unwrap_or("?"), child(0), child(1))
        }
        "CompoundAssignOperator" => {
            let computation = &node["computeLHSType"];
            let computation =
                computation["desugaredQualType"].as_str().or(computation["qualType"].as_str()).unwrap_or("?");
            format!("({} {ty} [{computation}] {} {})", node["opcode"].as_str().unwrap_or("?"), child(0), child(1))
        }
        "ConditionalOperator" => format!("(? {ty} {} {} {})", child(0), child(1), child(2)),
        "CallExpr" => {
            let arguments: Vec<String> = inner[1..].iter().map(theirs_expr).collect();
            format!("(call {ty} {} {})", child(0), arguments.join(" "))
        }
        kind => format!("?{kind}"),
    }
}

fn strip(node: &Value) -> &Value {
    if node["kind"] == "ParenExpr" { strip(&children(node)[0]) } else { node }
}

fn callee_name(node: &Value) -> Option<&str> {
    let node = strip(node);
    if node["kind"] == "DeclRefExpr" { node["referencedDecl"]["name"].as_str() } else { None }
}

fn theirs(text: &str, model: DataModel) -> Vec<String> {
    let dump = clang(&["-Xclang", "-ast-dump=json"], model, text);
    let tree: Value = serde_json::from_str(&dump).expect("JSON");
    let is_function = |node: &&Value| node["kind"] == "FunctionDecl" && node["name"] == "f";
    let function = children(&tree).iter().find(is_function).expect("the function");
    let body = children(function).iter().find(|node| node["kind"] == "CompoundStmt").expect("its body");
    children(body).iter().map(theirs_expr).collect()
}

fn compare(model: DataModel) {
    let text = program(11);
    let (ours, theirs) = (ours(&text, model), theirs(&text, model));
    assert_eq!(ours.len(), STATEMENTS);
    assert_eq!(theirs.len(), STATEMENTS);
    let source: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("void f")).skip(1).collect();
    let differences: Vec<String> = (0..STATEMENTS)
        .filter(|&i| ours[i] != theirs[i])
        .map(|i| format!("{}\n  ours:    {}\n  clang's: {}", source[i], ours[i], theirs[i]))
        .collect();
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        differences[..differences.len().min(12)].join("\n")
    );
}

#[test]
fn conversions_are_clangs_in_lp64() {
    compare(DataModel::Lp64);
}

#[test]
fn conversions_are_clangs_in_ilp32() {
    compare(DataModel::Ilp32);
}
