//! Terms as expressions of TLA+, over integers that TLC can compute with.
//!
//! A machine integer of at most [`UNSIGNED`] bits is a number from 0 on, and everything is taken modulo its range; a wider one is a signed
//! number that is never wrapped around: TLC's own integers overflow first, and it says so.

use crate::names::Names;
use crate::tla::is_unsigned;
use crate::{Error, refuse};
use cairn_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// Wider machine integers are signed numbers.
pub(crate) const UNSIGNED: u32 = 30;

/// Operators that the expressions use.
pub(crate) const DEFINITIONS: &str = r#"RECURSIVE Power(_), BitAnd(_, _, _), BitOr(_, _, _), BitXor(_, _, _)
Abs(x_) == IF x_ < 0 THEN -x_ ELSE x_
Power(n_) == IF n_ = 0 THEN 1 ELSE 2 * Power(n_ - 1)
Signed(x_, half_) == IF x_ >= half_ THEN (x_ - half_) - half_ ELSE x_
BitAnd(x_, y_, n_) == IF n_ = 0 THEN (IF x_ # 0 /\ y_ # 0 THEN -1 ELSE 0)
                   ELSE (x_ % 2) * (y_ % 2) + 2 * BitAnd(x_ \div 2, y_ \div 2, n_ - 1)
BitOr(x_, y_, n_) == IF n_ = 0 THEN (IF x_ # 0 \/ y_ # 0 THEN -1 ELSE 0)
                  ELSE ((x_ % 2) + (y_ % 2) + 1) \div 2 + 2 * BitOr(x_ \div 2, y_ \div 2, n_ - 1)
BitXor(x_, y_, n_) == IF n_ = 0 THEN (IF (x_ # 0) # (y_ # 0) THEN -1 ELSE 0)
                   ELSE (((x_ % 2) + (y_ % 2)) % 2) + 2 * BitXor(x_ \div 2, y_ \div 2, n_ - 1)
SignedDiv(x_, y_) == IF y_ = 0 THEN (IF x_ < 0 THEN 1 ELSE -1)
                   ELSE LET q_ == Abs(x_) \div Abs(y_) IN IF (x_ < 0) # (y_ < 0) THEN -q_ ELSE q_
SignedRem(x_, y_) == IF y_ = 0 THEN x_ ELSE LET r_ == Abs(x_) % Abs(y_) IN IF x_ < 0 THEN -r_ ELSE r_
Known(x_) == IF x_ >= 0 THEN x_ ELSE Assert(FALSE, "a number that is negative here and would not be as an unsigned one")
AddOverflows(x_, y_, least_, most_) == (y_ > 0 /\ x_ > most_ - y_) \/ (y_ < 0 /\ x_ < least_ - y_)
SubOverflows(x_, y_, least_, most_) == (y_ < 0 /\ x_ > most_ + y_) \/ (y_ > 0 /\ x_ < least_ + y_)
MulOverflows(x_, y_, least_, most_) ==
  CASE x_ = 0 \/ y_ = 0 -> FALSE
    [] x_ > 0 /\ y_ > 0 -> x_ > most_ \div y_
    [] x_ > 0 /\ y_ < 0 -> y_ < (least_ + (x_ - 1)) \div x_
    [] x_ < 0 /\ y_ > 0 -> x_ < (least_ + (y_ - 1)) \div y_
    [] OTHER -> x_ = least_ \/ y_ = least_ \/ -x_ > most_ \div (-y_)
"#;

/// Names that the program's may not have because of them.
pub(crate) const DEFINED: [&str; 22] = [
    "Abs",
    "Power",
    "Signed",
    "BitAnd",
    "BitOr",
    "BitXor",
    "SignedDiv",
    "SignedRem",
    "Known",
    "AddOverflows",
    "SubOverflows",
    "MulOverflows",
    "x_",
    "y_",
    "n_",
    "q_",
    "r_",
    "least_",
    "most_",
    "half_",
    "stays",
    "Print",
];

/// Writes terms; those with operands once each, as local definitions.
pub(crate) struct Arithmetic<'a> {
    terms: &'a Terms,
    known: FxHashMap<TermId, String>,
    names: &'a mut Names,
    defined: String,
}

impl<'a> Arithmetic<'a> {
    pub fn new(terms: &'a Terms, known: &FxHashMap<TermId, String>, names: &'a mut Names) -> Self {
        Self { terms, known: known.clone(), names, defined: String::new() }
    }
    /// What must stand before the texts.
    pub fn definitions(&self) -> String {
        if self.defined.is_empty() { String::new() } else { format!("LET{}\n     IN", self.defined) }
    }
    pub fn text(&mut self, root: TermId) -> Result<String, Error> {
        let mut open = vec![root];
        while let Some(term) = open.last().copied() {
            if self.known.contains_key(&term) {
                open.pop();
                continue;
            }
            let args = self.terms.args(term).to_vec();
            let missing: Vec<TermId> = args.iter().copied().filter(|arg| !self.known.contains_key(arg)).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            open.pop();
            let words: Vec<String> = args.iter().map(|arg| self.known[arg].clone()).collect();
            let text = self.operation(term, &words.iter().map(String::as_str).collect::<Vec<_>>())?;
            let word = match args.is_empty() {
                true => text,
                false => {
                    let word = self.names.word(&format!("t{}", self.known.len()));
                    let _ = write!(self.defined, "\n       {word} == {text}");
                    word
                }
            };
            self.known.insert(term, word);
        }
        Ok(self.known[&root].clone())
    }

    fn width(&self, term: TermId) -> u32 {
        match *self.terms.sort_data(self.terms.sort_of(term)) {
            Sort::BitVec(width) => width,
            _ => 0,
        }
    }
    fn operation(&self, term: TermId, a: &[&str]) -> Result<String, Error> {
        let own = self.width(term);
        let first = self.terms.args(term).first().map_or(0, |arg| self.width(*arg));
        Ok(match self.terms.op(term) {
            Op::True => "TRUE".into(),
            Op::False => "FALSE".into(),
            Op::BvConst(value) => self.constant(value),
            Op::Not => format!("~{}", a[0]),
            Op::And => format!("({} /\\ {})", a[0], a[1]),
            Op::Or => format!("({} \\/ {})", a[0], a[1]),
            Op::Xor => format!("({} # {})", a[0], a[1]),
            Op::Implies => format!("({} => {})", a[0], a[1]),
            Op::Eq => format!("({} = {})", a[0], a[1]),
            Op::Ite => format!("(IF {} THEN {} ELSE {})", a[0], a[1], a[2]),
            Op::BvNeg => wrapped(own, format!("-{}", a[0])),
            Op::BvAdd => wrapped(own, format!("{} + {}", a[0], a[1])),
            Op::BvSub => wrapped(own, format!("{} - {}", a[0], a[1])),
            Op::BvMul => wrapped(own, format!("{} * {}", a[0], a[1])),
            Op::BvNot if is_unsigned(own) => format!("({} - {})", (1u64 << own) - 1, a[0]),
            Op::BvNot => format!("(-{} - 1)", a[0]),
            Op::BvAnd => format!("BitAnd({}, {}, {own})", a[0], a[1]),
            Op::BvOr => format!("BitOr({}, {}, {own})", a[0], a[1]),
            Op::BvXor => format!("BitXor({}, {}, {own})", a[0], a[1]),
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => self.quotient(self.terms.op(term), own, a),
            Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle => compared(self.terms.op(term), first, a),
            Op::BvShl | Op::BvLshr | Op::BvAshr => shifted(self.terms.op(term), own, a),
            Op::ZeroExtend(_) => from_number(own, &natural(first, a[0])),
            Op::SignExtend(_) => from_number(own, &signed(first, a[0])),
            Op::Extract { high, low } => extracted(own, high, low, a[0]),
            Op::Concat => {
                let low = self.width(self.terms.args(term)[1]);
                if low > UNSIGNED {
                    return refuse("words of more than 30 bits put together have no form in this export of TLA+");
                }
                let high = if is_unsigned(own) { natural(first, a[0]) } else { signed(first, a[0]) };
                format!("({high} * {} + {})", 1u64 << low, a[1])
            }
            op => return overflows(op, first, a),
        })
    }
    fn constant(&self, value: cairn_term::ValueId) -> String {
        let bits = self.terms.bits_of(value);
        match is_unsigned(bits.width()) {
            true => bits.to_biguint().to_string(),
            // TLC reads no number beyond its integers, not even behind a minus.
            false if bits.to_bigint() == (-2_147_483_648i64).into() => "(-2147483647 - 1)".into(),
            false => format!("({})", bits.to_bigint()),
        }
    }
    fn quotient(&self, op: Op, width: u32, a: &[&str]) -> String {
        let (x, y) = (a[0], a[1]);
        let all = if is_unsigned(width) { ((1u64 << width) - 1).to_string() } else { "-1".into() };
        match op {
            Op::BvUdiv => format!("(IF {y} = 0 THEN {all} ELSE {} \\div {})", natural(width, x), natural(width, y)),
            Op::BvUrem => format!("(IF {y} = 0 THEN {x} ELSE {} % {})", natural(width, x), natural(width, y)),
            Op::BvSdiv => from_number(width, &format!("SignedDiv({}, {})", signed(width, x), signed(width, y))),
            _ => from_number(width, &format!("SignedRem({}, {})", signed(width, x), signed(width, y))),
        }
    }
}

/// The value of a word as a number from 0 on.
fn natural(width: u32, word: &str) -> String {
    if is_unsigned(width) { word.to_string() } else { format!("Known({word})") }
}

/// Its value as a signed number.
fn signed(width: u32, word: &str) -> String {
    if is_unsigned(width) { format!("Signed({word}, {})", 1u64 << (width - 1)) } else { word.to_string() }
}

/// The word of a number that fits it, signed or not.
fn from_number(width: u32, number: &str) -> String {
    wrapped(width, number.to_string())
}

fn wrapped(width: u32, number: String) -> String {
    if is_unsigned(width) { format!("(({number}) % {})", 1u64 << width) } else { format!("({number})") }
}

fn compared(op: Op, width: u32, a: &[&str]) -> String {
    let sign = if matches!(op, Op::BvUlt | Op::BvSlt) { "<" } else { "<=" };
    match (matches!(op, Op::BvSlt | Op::BvSle), is_unsigned(width)) {
        (true, _) => format!("({} {sign} {})", signed(width, a[0]), signed(width, a[1])),
        (false, true) => format!("({} {sign} {})", a[0], a[1]),
        // As numbers from 0 on, negative ones come last.
        (false, false) => {
            format!("(IF ({0} >= 0) = ({1} >= 0) THEN {0} {sign} {1} ELSE {0} >= 0)", a[0], a[1])
        }
    }
}

fn shifted(op: Op, width: u32, a: &[&str]) -> String {
    let far =
        if is_unsigned(width) { format!("{} >= {width}", a[1]) } else { format!("({0} < 0 \\/ {0} >= {width})", a[1]) };
    let by = format!("Power({})", a[1]);
    match op {
        Op::BvShl => format!("(IF {far} THEN 0 ELSE {})", wrapped(width, format!("{} * {by}", a[0]))),
        Op::BvLshr => format!("(IF {far} THEN 0 ELSE {} \\div {by})", natural(width, a[0])),
        _ => {
            let value = signed(width, a[0]);
            let floor = format!("IF {far} THEN (IF {value} < 0 THEN -1 ELSE 0) ELSE {value} \\div {by}");
            from_number(width, &floor)
        }
    }
}

fn extracted(own: u32, high: u32, low: u32, word: &str) -> String {
    let _ = high;
    let shifted = if low == 0 { word.to_string() } else { format!("({word} \\div Power({low}))") };
    wrapped(own, shifted)
}

fn overflows(op: Op, width: u32, a: &[&str]) -> Result<String, Error> {
    let (least, most) = match width {
        0 | 31 | 33.. => return refuse(format!("{op:?} of {width} bits has no form in this export of TLA+")),
        32 => ("(-2147483647 - 1)".to_string(), "2147483647".to_string()),
        _ => (format!("(-{})", 1u64 << (width - 1)), ((1u64 << (width - 1)) - 1).to_string()),
    };
    let values: Vec<String> = a.iter().map(|word| signed(width, word)).collect();
    Ok(match op {
        Op::BvNegO => format!("({} = {least})", values[0]),
        Op::BvSaddO => format!("AddOverflows({}, {}, {least}, {most})", values[0], values[1]),
        Op::BvSsubO => format!("SubOverflows({}, {}, {least}, {most})", values[0], values[1]),
        Op::BvSmulO => format!("MulOverflows({}, {}, {least}, {most})", values[0], values[1]),
        Op::BvSdivO => format!("({} = {least} /\\ {} = -1)", values[0], values[1]),
        Op::BvUaddO if is_unsigned(width) => format!("({} + {} >= {})", a[0], a[1], 1u64 << width),
        Op::BvUsubO if is_unsigned(width) => format!("({} < {})", a[0], a[1]),
        Op::BvUmulO if is_unsigned(width) => {
            format!("({0} # 0 /\\ {1} > {2} \\div {0})", a[0], a[1], (1u64 << width) - 1)
        }
        op => return refuse(format!("{op:?} of {width} bits has no form in this export of TLA+")),
    })
}
