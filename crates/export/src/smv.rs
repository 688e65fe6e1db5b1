//! SMV: a transition system as a model that NuSMV and nuXmv read (Cavada et al., "The nuXmv Symbolic Model Checker", 2014), by
//! definition 12 of Amilon and Gurov, "Contract Based Program Models for Software Model Checking", with calls inlined, so that there is no stack.
//!
//! The location is an enumeration, machine integers are unsigned words, inputs are `IVAR`s. There is an `INVARSPEC` for each
//! property. Executions that violate an assumption go to `excluded`; runs that end stay in `ended`.
//!
//! Division by zero and shifts by more than the width are errors in SMV and have a value here, so both are asked for first.

use crate::model::{Location, Piece, is_simple, location_of, locations, number_of};
use crate::names::{Names, of_source};
use crate::{Error, refuse};
use cairn_logic::transition::{System, Target};
use cairn_term::{Op, Sort, SortId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

const RESERVED: [&str; 54] = [
    "MODULE",
    "DEFINE",
    "VAR",
    "IVAR",
    "INIT",
    "TRANS",
    "INVAR",
    "SPEC",
    "CTLSPEC",
    "LTLSPEC",
    "INVARSPEC",
    "FAIRNESS",
    "JUSTICE",
    "COMPASSION",
    "ASSIGN",
    "CONSTANTS",
    "array",
    "of",
    "boolean",
    "integer",
    "real",
    "word",
    "word1",
    "bool",
    "signed",
    "unsigned",
    "extend",
    "resize",
    "sizeof",
    "uwconst",
    "swconst",
    "EX",
    "AX",
    "EF",
    "AF",
    "EG",
    "AG",
    "E",
    "F",
    "O",
    "G",
    "H",
    "X",
    "Y",
    "Z",
    "A",
    "U",
    "S",
    "V",
    "T",
    "next",
    "init",
    "case",
    "esac",
];
const MORE_RESERVED: [&str; 15] = [
    "mod", "union", "in", "xor", "xnor", "self", "TRUE", "FALSE", "count", "abs", "max", "min", "self_", "toint",
    "location",
];

/// The model; `specification`: a formula of linear temporal logic for its end.
pub fn write(system: &System, specification: Option<&[Piece]>) -> Result<String, Error> {
    let mut names = Names::without(&[&RESERVED[..], &MORE_RESERVED[..]].concat());
    let places: Vec<(String, Location)> =
        locations(system).into_iter().map(|(name, location)| (names.word(&name), location)).collect();
    let mut words = FxHashMap::default();
    let mut text = format!("-- {}\nMODULE main\nVAR\n", system.name.replace('\n', " "));
    let all: Vec<&str> = places.iter().map(|(name, _)| name.as_str()).collect();
    let _ = writeln!(text, "  location : {{{}}};", all.join(", "));
    for variable in system.variables.values() {
        let word = names.word(&variable.name);
        let _ = writeln!(text, "  {word} : {};", sort(&system.terms, variable.sort)?);
        words.insert(variable.symbol, word);
    }
    let mut inputs = String::new();
    for place in system.places.values() {
        for input in &place.inputs {
            if words.contains_key(&input.symbol) {
                continue;
            }
            let symbol = system.terms.as_symbol(input.symbol);
            let word = names.word(symbol.map_or("input", |symbol| of_source(system.terms.symbol_name(symbol))));
            let _ = writeln!(inputs, "  {word} : {};", sort(&system.terms, system.terms.sort_of(input.symbol))?);
            words.insert(input.symbol, word);
        }
    }
    if !inputs.is_empty() {
        let _ = write!(text, "IVAR\n{inputs}");
    }
    let mut model = Writer { system, places, names, known: words, text, defined: String::new() };
    model.steps()?;
    model.specifications(specification);
    Ok(model.text)
}

fn sort(terms: &Terms, sort: SortId) -> Result<String, Error> {
    if !is_simple(terms, sort, false) {
        return refuse("arrays that are not taken apart and floating-point numbers have no form in this export of SMV");
    }
    Ok(match *terms.sort_data(sort) {
        Sort::BitVec(width) => format!("unsigned word[{width}]"),
        _ => "boolean".into(),
    })
}

struct Writer<'s> {
    system: &'s System,
    places: Vec<(String, Location)>,
    names: Names,
    /// The words of symbols, and of terms that are defined by themselves.
    known: FxHashMap<TermId, String>,
    text: String,
    defined: String,
}

impl Writer<'_> {
    fn place(&self, location: &Location) -> &str {
        &self.places[number_of(&self.places, location)].0
    }
    fn steps(&mut self) -> Result<(), Error> {
        let mut taken = Vec::new();
        for (number, step) in self.system.steps.iter().enumerate() {
            let guard = self.term(step.guard)?;
            let word = self.names.word(&format!("step{number}"));
            let here = self.place(&Location::Place(step.from)).to_string();
            let _ = writeln!(self.defined, "  {word} := location = {here} & {guard};");
            taken.push(word);
        }
        let mut assigned = String::from("ASSIGN\n  init(location) := start;\n  next(location) := case\n");
        for (step, word) in self.system.steps.iter().zip(&taken) {
            let _ = writeln!(assigned, "    {word} : {};", self.place(&location_of(&step.to)));
        }
        let places: Vec<&str> = self.system.places.ids().map(|id| self.place(&Location::Place(id))).collect();
        let excluded = self.place(&Location::Excluded);
        let _ = writeln!(assigned, "    location in {{{}}} : {excluded};", places.join(", "));
        assigned.push_str("    TRUE : location;\n  esac;\n");
        for (id, variable) in self.system.variables.iter() {
            let own = self.known[&variable.symbol].clone();
            if !self.system.places[System::START].live.contains(&id) {
                let zero = match *self.system.terms.sort_data(variable.sort) {
                    Sort::BitVec(width) => format!("0ud{width}_0"),
                    _ => "FALSE".into(),
                };
                let _ = writeln!(assigned, "  init({own}) := {zero};");
            }
            let _ = writeln!(assigned, "  next({own}) := case");
            for (step, word) in self.system.steps.iter().zip(&taken) {
                let changes = matches!(step.to, Target::Place(to) if self.system.places[to].live.contains(&id));
                let value = self.system.after(step, id);
                if changes && value != variable.symbol {
                    let value = self.term(value)?;
                    let _ = writeln!(assigned, "    {word} : {value};");
                }
            }
            let _ = writeln!(assigned, "    TRUE : {own};\n  esac;");
        }
        let initial = match self.system.initial {
            Some(initial) => format!("INIT {};\n", self.term(initial)?),
            None => String::new(),
        };
        let _ = write!(self.text, "DEFINE\n{}{assigned}{initial}", self.defined);
        Ok(())
    }
    fn specifications(&mut self, formula: Option<&[Piece]>) {
        for (property, name) in &self.system.properties {
            let place = self.place(&Location::Violated(*property)).to_string();
            let _ = writeln!(self.text, "-- {name}\nINVARSPEC location != {place};");
        }
        if self.system.steps.iter().any(|step| matches!(step.to, Target::Lost(_))) {
            let place = self.place(&Location::Lost).to_string();
            let _ = writeln!(self.text, "-- beyond this executions are not followed\nINVARSPEC location != {place};");
        }
        if let Some(formula) = formula {
            let words = formula.iter().map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Variable(variable) => self.known[&self.system.variables[*variable].symbol].clone(),
                Piece::NotExcluded => format!("location != {}", self.place(&Location::Excluded)),
            });
            let words: String = words.collect();
            let _ = writeln!(self.text, "LTLSPEC {words}");
        }
    }

    /// A term as text; those with operands are defined once each, so that shared ones are written once.
    fn term(&mut self, root: TermId) -> Result<String, Error> {
        let mut open = vec![root];
        while let Some(term) = open.last().copied() {
            if self.known.contains_key(&term) {
                open.pop();
                continue;
            }
            let args = self.system.terms.args(term).to_vec();
            let missing: Vec<TermId> = args.iter().copied().filter(|arg| !self.known.contains_key(arg)).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let words: Vec<&str> = args.iter().map(|arg| self.known[arg].as_str()).collect();
            let text = operation(&self.system.terms, term, &words)?;
            open.pop();
            let word = match args.is_empty() {
                true => text,
                false => {
                    let word = self.names.word(&format!("t{}", self.known.len()));
                    let _ = writeln!(self.defined, "  {word} := {text};");
                    word
                }
            };
            self.known.insert(term, word);
        }
        Ok(self.known[&root].clone())
    }
}

fn width_of(terms: &Terms, term: TermId) -> u32 {
    match *terms.sort_data(terms.sort_of(term)) {
        Sort::BitVec(width) => width,
        _ => 1,
    }
}

fn operation(terms: &Terms, term: TermId, a: &[&str]) -> Result<String, Error> {
    let first = terms.args(term).first().copied();
    let w = first.map_or(0, |arg| width_of(terms, arg));
    let signed = |op: &str| format!("signed({}) {op} signed({})", a[0], a[1]);
    Ok(match terms.op(term) {
        Op::True => "TRUE".into(),
        Op::False => "FALSE".into(),
        Op::BvConst(value) => {
            let bits = terms.bits_of(value);
            format!("0ud{}_{}", bits.width(), bits.to_biguint())
        }
        Op::Not | Op::BvNot => format!("!{}", a[0]),
        Op::And | Op::BvAnd => format!("{} & {}", a[0], a[1]),
        Op::Or | Op::BvOr => format!("{} | {}", a[0], a[1]),
        Op::Xor | Op::BvXor => format!("{} xor {}", a[0], a[1]),
        Op::Implies => format!("{} -> {}", a[0], a[1]),
        Op::Eq => format!("{} = {}", a[0], a[1]),
        Op::Ite => format!("({} ? {} : {})", a[0], a[1], a[2]),
        Op::BvNeg => format!("-{}", a[0]),
        Op::BvAdd => format!("{} + {}", a[0], a[1]),
        Op::BvSub => format!("{} - {}", a[0], a[1]),
        Op::BvMul => format!("{} * {}", a[0], a[1]),
        Op::BvUdiv => divided(a, w, format!("{} / {}", a[0], a[1]), &format!("!{}", zero(w))),
        Op::BvUrem => divided(a, w, format!("{} mod {}", a[0], a[1]), a[0]),
        Op::BvSdiv => {
            let by_zero = format!("(signed({}) < signed({}) ? 0ud{w}_1 : !{})", a[0], zero(w), zero(w));
            // The smallest number by -1 wraps around.
            let wraps = format!("({1} = !{2} ? -{0} : unsigned(signed({0}) / signed({1})))", a[0], a[1], zero(w));
            divided(a, w, wraps, &by_zero)
        }
        Op::BvSrem => {
            let wraps = format!("({1} = !{2} ? {2} : unsigned(signed({0}) mod signed({1})))", a[0], a[1], zero(w));
            divided(a, w, wraps, a[0])
        }
        Op::BvShl => shifted(a, w, &format!("{} << {}", a[0], a[1]), &zero(w)),
        Op::BvLshr => shifted(a, w, &format!("{} >> {}", a[0], a[1]), &zero(w)),
        Op::BvAshr => {
            let far = format!("(signed({}) < signed({2}) ? !{2} : {1})", a[0], zero(w), zero(w));
            shifted(a, w, &format!("unsigned(signed({}) >> {})", a[0], a[1]), &far)
        }
        Op::BvUlt => format!("{} < {}", a[0], a[1]),
        Op::BvUle => format!("{} <= {}", a[0], a[1]),
        Op::BvSlt => signed("<"),
        Op::BvSle => signed("<="),
        Op::Concat => format!("{} :: {}", a[0], a[1]),
        Op::Extract { high, low } => format!("{}[{high}:{low}]", a[0]),
        Op::ZeroExtend(0) | Op::SignExtend(0) => a[0].to_string(),
        Op::ZeroExtend(by) => format!("extend({}, {by})", a[0]),
        Op::SignExtend(by) => format!("unsigned(extend(signed({}), {by}))", a[0]),
        Op::RotateLeft(by) => rotated(a[0], w, (w - by % w) % w),
        Op::RotateRight(by) => rotated(a[0], w, by % w),
        op @ (Op::BvNegO
        | Op::BvUaddO
        | Op::BvSaddO
        | Op::BvUsubO
        | Op::BvSsubO
        | Op::BvUmulO
        | Op::BvSmulO
        | Op::BvSdivO) => overflows(op, a, w),
        op => return refuse(format!("{op:?} has no form in this export of SMV")),
    })
}

fn zero(width: u32) -> String {
    format!("0ud{width}_0")
}

fn divided(a: &[&str], width: u32, otherwise: String, by_zero: &str) -> String {
    format!("({} = {} ? {by_zero} : {otherwise})", a[1], zero(width))
}

fn shifted(a: &[&str], width: u32, near: &str, far: &str) -> String {
    // Where the width itself fits no word of that width, every shift is near enough.
    match width < 32 && (1u32 << width) <= width {
        true => format!("({near})"),
        false => format!("({} >= 0ud{width}_{width} ? {far} : {near})", a[1]),
    }
}

fn rotated(word: &str, width: u32, low: u32) -> String {
    match low {
        0 => word.to_string(),
        _ => format!("{word}[{}:0] :: {word}[{}:{low}]", low - 1, width - 1),
    }
}

/// In words that are wide enough: whether the exact result is the one that fits.
fn overflows(op: Op, a: &[&str], w: u32) -> String {
    let narrow = if matches!(op, Op::BvUmulO | Op::BvSmulO) { w } else { 1 };
    let extend = |word: &&str| match matches!(op, Op::BvSaddO | Op::BvSsubO | Op::BvSmulO) {
        true => format!("unsigned(extend(signed({word}), {narrow}))"),
        false => format!("extend({word}, {narrow})"),
    };
    let wide: Vec<String> = a.iter().map(extend).collect();
    let least = format!("(0ud{w}_1 << {})", w - 1);
    let fits_signed =
        |exact: String| format!("!(({exact}) = unsigned(extend(signed(({exact})[{}:0]), {narrow})))", w - 1);
    let fits_unsigned = |exact: String| format!("!(({exact}) = extend(({exact})[{}:0], {narrow}))", w - 1);
    match op {
        Op::BvNegO => format!("{} = {least}", a[0]),
        Op::BvUaddO => fits_unsigned(format!("{} + {}", wide[0], wide[1])),
        Op::BvUmulO => fits_unsigned(format!("{} * {}", wide[0], wide[1])),
        Op::BvUsubO => format!("{} < {}", a[0], a[1]),
        Op::BvSaddO => fits_signed(format!("{} + {}", wide[0], wide[1])),
        Op::BvSsubO => fits_signed(format!("{} - {}", wide[0], wide[1])),
        Op::BvSmulO => fits_signed(format!("{} * {}", wide[0], wide[1])),
        _ => format!("{} = {least} & {} = !{}", a[0], a[1], zero(w)),
    }
}
