//! Random LLVM functions, each with a twin that says what they mean.
//!
//! The function uses flags that make poison (`nsw`, `exact`, …). Its twin computes the same without flags and carries
//! the poison of each value, element by element, as a value of its own. So it tells what no compiled function does:
//! whether an execution is undefined. It is written in LLVM too, so that a compiler, not Cairn, gives it a meaning.
//!
//! As the front end has it (see docs/soundness.md), storing and returning poison counts as using it. Where the language
//! allows several results (a frozen poison, the bits of a NaN), the twin says that nothing can be told.
//!
//! - this file: values and types, and how both texts grow; [`scalar`], [`composite`], [`float`]: instructions;
//!   [`control`]: branches, loops, calls, memory.
//!
//! Deliberately absent: undefined values and memory without a value, where each use may differ.

mod composite;
mod control;
mod float;
mod scalar;

use fastrand::Rng;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the twin says of an execution, in the high byte of its result; the low byte is the function's.
pub const FINE: u16 = 0;
pub const UNDEFINED: u16 = 1;

/// What may occur in a function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choices {
    /// Flags that came after LLVM 14: `disjoint`, `nneg`, `samesign`, `trunc nsw`.
    pub new_flags: bool,
    pub floats: bool,
    pub composites: bool,
    pub memory: bool,
    /// Hardly anything is undefined: no promises, small shifts, odd divisors, near addresses.
    pub careful: bool,
}

/// The modules of `i8 @f(i8, i8)` and of `i16 @twin(i8, i8)`.
pub struct Pair {
    pub function: String,
    pub twin: String,
}

pub fn pair(random: &mut Rng, choices: Choices) -> Pair {
    let mut maker = Maker {
        random,
        choices,
        declared: BTreeSet::new(),
        done: [String::new(), String::new()],
        body: Default::default(),
        next: 0,
        label: String::new(),
        values: Vec::new(),
        helpers: 0,
        depth: 0,
    };
    maker.main_function();
    let declared = maker.declared.iter().fold(String::new(), |text, line| text + "declare " + line + "\n");
    let [function, twin] = maker.done;
    Pair {
        function: format!("{CONSTANTS}{function}{declared}"),
        twin: format!("{CONSTANTS}{TWIN_START}{twin}{declared}"),
    }
}

const CONSTANTS: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"

@bytes = private constant [16 x i8] c\"\\00\\01\\7F\\80\\FF\\10\\02\\00\\00\\00\\00\\80\\01\\00\\FF\\FF\"

";
/// The first thing that happens decides.
const TWIN_START: &str = "@status = internal global i8 0
define internal void @event(i1 %happens, i8 %what) {
  %old = load i8, ptr @status
  %none = icmp eq i8 %old, 0
  %first = and i1 %none, %happens
  %new = select i1 %first, i8 %what, i8 %old
  store i8 %new, ptr @status
  ret void
}
";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Int(u32),
    /// Elements and their width.
    Vector(u32, u32),
    Half,
    Single,
    Double,
    /// `{ i8, i32 }`.
    Pair,
}

impl Ty {
    fn text(self) -> String {
        match self {
            Ty::Int(width) => format!("i{width}"),
            Ty::Vector(length, width) => format!("<{length} x i{width}>"),
            Ty::Half => "half".into(),
            Ty::Single => "float".into(),
            Ty::Double => "double".into(),
            Ty::Pair => "{ i8, i32 }".into(),
        }
    }
    /// The type that tells which parts are poison.
    fn flags(self) -> Ty {
        match self {
            Ty::Vector(length, _) => Ty::Vector(length, 1),
            _ => Ty::Int(1),
        }
    }
    fn flags_text(self) -> String {
        if self == Ty::Pair { "{ i1, i1 }".into() } else { self.flags().text() }
    }
    /// The same shape with elements of another width.
    fn with_width(self, width: u32) -> Ty {
        match self {
            Ty::Vector(length, _) => Ty::Vector(length, width),
            _ => Ty::Int(width),
        }
    }
    fn width(self) -> u32 {
        match self {
            Ty::Int(width) | Ty::Vector(_, width) => width,
            Ty::Half => 16,
            Ty::Single => 32,
            Ty::Double => 64,
            Ty::Pair => 0,
        }
    }
    /// As names of intrinsics have it.
    fn suffix(self) -> String {
        match self {
            Ty::Vector(length, width) => format!("v{length}i{width}"),
            Ty::Half => "f16".into(),
            Ty::Single => "f32".into(),
            Ty::Double => "f64".into(),
            _ => format!("i{}", self.width()),
        }
    }
}

/// A value of the function, of the twin, and its poison there.
#[derive(Clone, Debug)]
struct Val {
    ty: Ty,
    own: String,
    twin: String,
    poison: String,
}

const NO: &str = "zeroinitializer";

struct Maker<'r> {
    random: &'r mut Rng,
    choices: Choices,
    declared: BTreeSet<String>,
    /// Finished functions, and the function that is being made: its own text and the twin's.
    done: [String; 2],
    body: [String; 2],
    next: u32,
    label: String,
    /// What can be used here.
    values: Vec<Val>,
    helpers: u32,
    depth: u32,
}

impl Maker<'_> {
    fn chance(&mut self, percent: u32) -> bool {
        self.random.u32(..100) < percent
    }
    /// One of several flags; none where nothing shall be promised.
    fn flags(&mut self, flags: &[&'static str]) -> &'static str {
        if self.choices.careful { "" } else { self.any(flags) }
    }
    fn any<'t, T: ?Sized>(&mut self, items: &[&'t T]) -> &'t T {
        items[self.random.usize(..items.len())]
    }
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }
    fn line(&mut self, side: usize, text: &str) {
        let _ = writeln!(self.body[side], "  {text}");
    }
    fn both(&mut self, text: &str) {
        self.line(0, text);
        self.line(1, text);
    }
    /// An instruction of the function; its result.
    fn own(&mut self, text: &str) -> String {
        let name = self.name();
        self.line(0, &format!("{name} = {text}"));
        name
    }
    /// An instruction of the twin; its result.
    fn twin(&mut self, text: &str) -> String {
        let name = self.name();
        self.line(1, &format!("{name} = {text}"));
        name
    }
    fn start_block(&mut self, label: &str) {
        for side in &mut self.body {
            let _ = writeln!(side, "{label}:");
        }
        self.label = label.to_string();
    }
    fn new_label(&mut self) -> String {
        self.next += 1;
        format!("b{}", self.next)
    }
    fn declare(&mut self, declaration: String) {
        self.declared.insert(declaration);
    }
    fn keep(&mut self, ty: Ty, own: String, twin: String, poison: String) -> Val {
        let value = Val { ty, own, twin, poison };
        self.values.push(value.clone());
        value
    }

    // ---- poison ----

    fn either(&mut self, ty: Ty, a: &str, b: &str) -> String {
        match (a == NO, b == NO) {
            (true, _) => b.into(),
            (_, true) => a.into(),
            _ => self.twin(&format!("or {} {a}, {b}", ty.flags().text())),
        }
    }
    /// Whether any part is poison, as one bit.
    fn any_poison(&mut self, value: &Val) -> String {
        let poison = &value.poison;
        match value.ty {
            _ if poison == NO => "false".into(),
            Ty::Vector(length, _) => {
                self.declare(format!("i1 @llvm.vector.reduce.or.v{length}i1(<{length} x i1>)"));
                self.twin(&format!("call i1 @llvm.vector.reduce.or.v{length}i1(<{length} x i1> {poison})"))
            }
            Ty::Pair => {
                let first = self.twin(&format!("extractvalue {{ i1, i1 }} {poison}, 0"));
                let second = self.twin(&format!("extractvalue {{ i1, i1 }} {poison}, 1"));
                self.twin(&format!("or i1 {first}, {second}"))
            }
            _ => poison.clone(),
        }
    }
    /// From here on the execution is undefined if this bit is set.
    fn undefined_if(&mut self, bit: &str) {
        self.event(bit, 1);
    }
    /// From here on nothing can be told if this bit is set.
    fn untold_if(&mut self, bit: &str) {
        self.event(bit, 2);
    }
    fn event(&mut self, bit: &str, what: u8) {
        if bit != "false" && bit != NO {
            self.line(1, &format!("call void @event(i1 {bit}, i8 {what})"));
        }
    }
    /// What is computed must not be poison here. Constants with elements that are poison may be anything there.
    fn must_not_be_poison(&mut self, value: &Val) {
        let bit = self.any_poison(value);
        self.event(&bit, if value.own.starts_with('%') { 1 } else { 2 });
    }

    // ---- values ----

    fn int_type(&mut self) -> Ty {
        const WIDTHS: [u32; 20] = [1, 8, 8, 8, 16, 16, 32, 32, 32, 64, 64, 2, 3, 4, 7, 13, 20, 33, 65, 128];
        let width = WIDTHS[self.random.usize(..WIDTHS.len())];
        if self.choices.composites && self.chance(20) {
            return Ty::Vector([2, 4][self.random.usize(..2)], [8, 16, 32, 1][self.random.usize(..4)]);
        }
        Ty::Int(width)
    }
    /// A number that is likely to matter.
    fn number(&mut self, width: u32) -> String {
        let near = self.random.i128(-2..3);
        let edge = [0, 1 << (width - 1), i128::from(self.random.u8(..)), i128::from(width)][self.random.usize(..4)];
        let mask = if width == 128 { -1 } else { (1 << width) - 1 };
        let bits = edge.wrapping_add(near) & mask;
        if width == 1 { (bits == 1).to_string() } else { (bits as u128).to_string() }
    }
    fn constant(&mut self, ty: Ty) -> Val {
        let Ty::Vector(length, width) = ty else {
            let text = if matches!(ty, Ty::Int(_)) { self.number(ty.width()) } else { NO.into() };
            return Val { ty, own: text.clone(), twin: text, poison: NO.into() };
        };
        let (mut own, mut twin, mut poison) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..length {
            let (number, bad) = (self.number(width), !self.choices.careful && self.chance(5));
            own.push(format!("i{width} {}", if bad { "poison" } else { &number }));
            twin.push(format!("i{width} {number}"));
            poison.push(format!("i1 {bad}"));
        }
        let text = |parts: Vec<String>| format!("<{}>", parts.join(", "));
        Val { ty, own: text(own), twin: text(twin), poison: text(poison) }
    }
    /// Some value that exists already.
    fn existing(&mut self, wanted: impl Fn(Ty) -> bool) -> Option<Val> {
        let fitting: Vec<&Val> = self.values.iter().filter(|value| wanted(value.ty)).collect();
        // Late ones more often.
        let last = fitting.len().checked_sub(1)?;
        let back = self.random.usize(..=last).min(self.random.usize(..=last));
        Some(fitting[last - back].clone())
    }
    /// A value of a type: one that exists, a constant, or a conversion of one that exists.
    fn of(&mut self, ty: Ty) -> Val {
        if self.chance(75)
            && let Some(value) = self.existing(|other| other == ty)
        {
            return value;
        }
        match ty {
            _ if self.chance(25) => self.constant(ty),
            Ty::Int(width) => match self.existing(|other| matches!(other, Ty::Int(_))) {
                Some(value) => self.resized(&value, width),
                None => self.constant(ty),
            },
            Ty::Half | Ty::Single | Ty::Double => self.float_of_bits(ty),
            _ => match self.existing(|other| other == ty) {
                Some(value) => value,
                None => self.built(ty),
            },
        }
    }
    /// An integer with another width, without flags.
    fn resized(&mut self, value: &Val, width: u32) -> Val {
        let op = match value.ty.width().cmp(&width) {
            std::cmp::Ordering::Less => self.any(&["zext", "sext"]),
            std::cmp::Ordering::Greater => "trunc",
            std::cmp::Ordering::Equal => return value.clone(),
        };
        let ty = value.ty.with_width(width);
        let text = |operand: &str| format!("{op} {} {operand} to {}", value.ty.text(), ty.text());
        let (own, twin) = (self.own(&text(&value.own)), self.twin(&text(&value.twin)));
        self.keep(ty, own, twin, value.poison.clone())
    }

    // ---- statements ----

    fn statements(&mut self, count: u32) {
        for _ in 0..count {
            match self.random.u32(..100) {
                0..30 => self.binary(),
                30..40 => self.cast(),
                40..48 => self.compare(),
                48..56 => self.select(),
                56..58 => self.freeze(),
                58..70 => self.intrinsic(),
                70..76 => self.branch(),
                76..79 => self.counted_loop(),
                79..82 => self.helper_call(),
                82..88 if self.choices.memory => self.memory(),
                82..94 if self.choices.composites => self.composite(),
                82.. if self.choices.floats => self.float(),
                _ => self.binary(),
            }
        }
    }
    /// The result: what was computed last, with something earlier, as eight bits.
    fn digest(&mut self) -> Val {
        let mut sum = self.of(Ty::Int(8));
        for _ in 0..2 {
            let Some(value) = self.existing(|ty| matches!(ty, Ty::Int(_))) else { continue };
            let value = self.resized(&value, 8);
            let own = self.own(&format!("xor i8 {}, {}", sum.own, value.own));
            let twin = self.twin(&format!("xor i8 {}, {}", sum.twin, value.twin));
            let poison = self.either(Ty::Int(8), &sum.poison, &value.poison);
            sum = Val { ty: Ty::Int(8), own, twin, poison };
        }
        self.must_not_be_poison(&sum);
        sum
    }
    fn main_function(&mut self) {
        self.start_block("start");
        self.line(1, "store i8 0, ptr @status");
        for name in ["%a", "%b"] {
            self.keep(Ty::Int(8), name.into(), name.into(), NO.into());
        }
        let count = self.random.u32(3..14);
        self.statements(count);
        let result = self.digest();
        self.line(0, &format!("ret i8 {}", result.own));
        let status = self.twin("load i8, ptr @status");
        let high = self.twin(&format!("zext i8 {status} to i16"));
        let high = self.twin(&format!("shl i16 {high}, 8"));
        let low = self.twin(&format!("zext i8 {} to i16", result.twin));
        let both = self.twin(&format!("or i16 {high}, {low}"));
        self.line(1, &format!("ret i16 {both}"));
        let [own, twin] = std::mem::take(&mut self.body);
        let _ = write!(self.done[0], "define zeroext i8 @f(i8 zeroext %a, i8 zeroext %b) {{\n{own}}}\n");
        let _ = write!(self.done[1], "define zeroext i16 @twin(i8 zeroext %a, i8 zeroext %b) {{\n{twin}}}\n");
    }
}

/// The width as a number of that width.
fn bits_of(width: u32) -> String {
    if width == 1 { "true".into() } else { width.to_string() }
}
/// The smallest signed number.
fn smallest(width: u32) -> String {
    if width == 1 { "true".into() } else { (1u128 << (width - 1)).to_string() }
}
