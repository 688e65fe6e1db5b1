//! Integers, alone or in vectors: arithmetic with promises, conversions, comparisons, selections, intrinsics.

use super::{Maker, NO, Ty, Val};

impl Maker<'_> {
    /// One instruction on operands of a type: the same text for both sides, flags only for the function.
    fn operation(&mut self, op: &str, flags: &str, ty: Ty, a: &Val, b: &Val) -> (String, String) {
        let own = self.own(&format!("{op} {flags}{} {}, {}", ty.text(), a.own, b.own));
        let twin = self.twin(&format!("{op} {} {}, {}", ty.text(), a.twin, b.twin));
        (own, twin)
    }
    fn splat(&self, ty: Ty, number: &str) -> String {
        match ty {
            Ty::Vector(length, width) => {
                let parts: Vec<String> = (0..length).map(|_| format!("i{width} {number}")).collect();
                format!("<{}>", parts.join(", "))
            }
            _ => number.to_string(),
        }
    }
    fn compared(&mut self, predicate: &str, ty: Ty, a: &str, b: &str) -> String {
        self.twin(&format!("icmp {predicate} {} {a}, {b}", ty.text()))
    }

    pub(super) fn binary(&mut self) {
        let ty = self.int_type();
        match self.random.u32(..10) {
            0..4 => self.arithmetic(ty),
            4..6 => self.shift(ty),
            6..8 => self.division(ty),
            _ => self.bitwise(ty),
        }
    }
    /// Overflow is what does not fit when it is computed with twice the bits.
    fn arithmetic(&mut self, ty: Ty) {
        let (a, b) = (self.of(ty), self.of(ty));
        let op = self.any(&["add", "sub", "mul"]);
        // The front end refuses promises about single bits.
        let flags = if ty.width() == 1 { "" } else { self.flags(&["", "nsw ", "nuw ", "nuw nsw ", "nsw "]) };
        let (own, twin) = self.operation(op, flags, ty, &a, &b);
        let mut poison = self.either(ty, &a.poison, &b.poison);
        for (flag, extension) in [("nsw", "sext"), ("nuw", "zext")] {
            if flags.contains(flag) {
                let wide = ty.with_width(2 * ty.width());
                let widened = |maker: &mut Self, value: &str| {
                    maker.twin(&format!("{extension} {} {value} to {}", ty.text(), wide.text()))
                };
                let (x, y, result) = (widened(self, &a.twin), widened(self, &b.twin), widened(self, &twin));
                let exact = self.twin(&format!("{op} {} {x}, {y}", wide.text()));
                let overflows = self.compared("ne", wide, &exact, &result);
                poison = self.either(ty, &poison, &overflows);
            }
        }
        self.keep(ty, own, twin, poison);
    }
    fn shift(&mut self, ty: Ty) {
        let (a, mut b) = (self.of(ty), self.of(ty));
        if self.choices.careful && ty.width() > 1 {
            b = self.with_one("and", &b);
        }
        let op = self.any(&["shl", "lshr", "ashr"]);
        let flags = match op {
            "shl" => self.flags(&["", "nsw ", "nuw "]),
            _ => self.flags(&["", "exact "]),
        };
        let limit = self.splat(ty, &super::bits_of(ty.width()));
        let too_far = self.compared("uge", ty, &b.twin, &limit);
        let flag_type = ty.flags().text();
        let amount = self.twin(&format!("select {flag_type} {too_far}, {} {NO}, {} {}", ty.text(), ty.text(), b.twin));
        let own = self.own(&format!("{op} {flags}{} {}, {}", ty.text(), a.own, b.own));
        let twin = self.twin(&format!("{op} {} {}, {amount}", ty.text(), a.twin));
        let poison = self.either(ty, &a.poison, &b.poison);
        let mut poison = self.either(ty, &poison, &too_far);
        if !flags.is_empty() {
            let back = match (op, flags) {
                ("shl", "nsw ") => "ashr",
                ("shl", _) => "lshr",
                _ => "shl",
            };
            let again = self.twin(&format!("{back} {} {twin}, {amount}", ty.text()));
            let lost = self.compared("ne", ty, &again, &a.twin);
            poison = self.either(ty, &poison, &lost);
        }
        self.keep(ty, own, twin, poison);
    }
    /// The lowest bits of a value alone, or set.
    fn with_one(&mut self, op: &str, value: &Val) -> Val {
        let ty = value.ty;
        let one = self.splat(ty, if ty.width() == 1 { "true" } else { "1" });
        let own = self.own(&format!("{op} {} {}, {one}", ty.text(), value.own));
        let twin = self.twin(&format!("{op} {} {}, {one}", ty.text(), value.twin));
        Val { ty, own, twin, poison: value.poison.clone() }
    }
    fn division(&mut self, ty: Ty) {
        let (a, mut b) = (self.of(ty), self.of(ty));
        let mut op = self.any(&["udiv", "sdiv", "urem", "srem"]);
        if self.choices.careful {
            b = self.with_one("or", &b);
            op = self.any(&["udiv", "urem"]);
        }
        let flags = if op.ends_with("div") { self.flags(&["", "", "exact "]) } else { "" };
        self.must_not_be_poison(&b);
        let zero = self.compared("eq", ty, &b.twin, NO);
        let mut bad = zero;
        if op.starts_with('s') {
            let smallest = self.splat(ty, &super::smallest(ty.width()));
            let at_end = self.compared("eq", ty, &a.twin, &smallest);
            let ones = self.splat(ty, if ty.width() == 1 { "true" } else { "-1" });
            let by_minus_one = self.compared("eq", ty, &b.twin, &ones);
            let overflows = self.twin(&format!("and {} {at_end}, {by_minus_one}", ty.flags().text()));
            // Of poison divided by -1 it is not clear whether it overflows.
            let unclear = self.twin(&format!("and {} {}, {by_minus_one}", ty.flags().text(), a.poison));
            let unclear = self.any_poison(&Val { poison: unclear, ..a.clone() });
            self.untold_if(&unclear);
            bad = self.either(ty, &bad, &overflows);
        }
        let any = self.any_poison(&Val { poison: bad.clone(), ..a.clone() });
        self.undefined_if(&any);
        let one = self.splat(ty, if ty.width() == 1 { "true" } else { "1" });
        let text = ty.text();
        let divisor = self.twin(&format!("select {} {bad}, {text} {one}, {text} {}", ty.flags().text(), b.twin));
        // An overflow that is undefined already must not trap.
        let dividend = if op.starts_with('s') {
            self.twin(&format!("select {} {bad}, {text} {NO}, {text} {}", ty.flags().text(), a.twin))
        } else {
            a.twin.clone()
        };
        let own = self.own(&format!("{op} {flags}{text} {}, {}", a.own, b.own));
        let twin = self.twin(&format!("{op} {text} {dividend}, {divisor}"));
        let mut poison = a.poison.clone();
        if !flags.is_empty() {
            let rest = self.twin(&format!("{}rem {text} {dividend}, {divisor}", &op[..1]));
            let inexact = self.compared("ne", ty, &rest, NO);
            poison = self.either(ty, &poison, &inexact);
        }
        self.keep(ty, own, twin, poison);
    }
    fn bitwise(&mut self, ty: Ty) {
        let (a, b) = (self.of(ty), self.of(ty));
        let op = self.any(&["and", "or", "xor"]);
        let disjoint =
            op == "or" && self.choices.new_flags && !self.choices.careful && ty.width() > 1 && self.chance(50);
        let (own, twin) = self.operation(op, if disjoint { "disjoint " } else { "" }, ty, &a, &b);
        let mut poison = self.either(ty, &a.poison, &b.poison);
        if disjoint {
            let common = self.twin(&format!("and {} {}, {}", ty.text(), a.twin, b.twin));
            let meets = self.compared("ne", ty, &common, NO);
            poison = self.either(ty, &poison, &meets);
        }
        self.keep(ty, own, twin, poison);
    }

    pub(super) fn cast(&mut self) {
        let Some(value) = self.existing(|ty| matches!(ty, Ty::Int(_) | Ty::Vector(..))) else { return };
        let width = self.int_type().width();
        let (from, to) = (value.ty, value.ty.with_width(width));
        let (op, flags) = match from.width().cmp(&width) {
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Less => (self.any(&["zext", "zext", "sext"]), self.flags(&["", "nneg "])),
            std::cmp::Ordering::Greater => ("trunc", self.flags(&["", "nsw ", "nuw "])),
        };
        let flags = if self.choices.new_flags && (op != "sext") { flags } else { "" };
        let text = |flags: &str, operand: &str| format!("{op} {flags}{} {operand} to {}", from.text(), to.text());
        let (own, twin) = (self.own(&text(flags, &value.own)), self.twin(&text("", &value.twin)));
        let mut poison = value.poison.clone();
        let broken = match flags {
            "" => None,
            "nneg " => Some(self.compared("slt", from, &value.twin, NO)),
            _ => {
                let back = if flags == "nsw " { "sext" } else { "zext" };
                let again = self.twin(&format!("{back} {} {twin} to {}", to.text(), from.text()));
                Some(self.compared("ne", from, &again, &value.twin))
            }
        };
        if let Some(broken) = broken {
            poison = self.either(to, &poison, &broken);
        }
        self.keep(to, own, twin, poison);
    }

    pub(super) fn compare(&mut self) {
        let ty = self.int_type();
        let (a, b) = (self.of(ty), self.of(ty));
        let predicate = self.any(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
        let same_sign = self.choices.new_flags && !self.choices.careful && self.chance(25);
        let flag = if same_sign { "samesign " } else { "" };
        let own = self.own(&format!("icmp {flag}{predicate} {} {}, {}", ty.text(), a.own, b.own));
        let twin = self.compared(predicate, ty, &a.twin, &b.twin);
        let mut poison = self.either(ty, &a.poison, &b.poison);
        if same_sign {
            let (x, y) = (self.compared("slt", ty, &a.twin, NO), self.compared("slt", ty, &b.twin, NO));
            let differs = self.twin(&format!("xor {} {x}, {y}", ty.flags().text()));
            poison = self.either(ty, &poison, &differs);
        }
        self.keep(ty.flags(), own, twin, poison);
    }

    pub(super) fn select(&mut self) {
        let ty = if self.choices.composites && self.chance(10) { Ty::Pair } else { self.int_type() };
        let (a, b) = (self.of(ty), self.of(ty));
        let by_element = matches!(ty, Ty::Vector(..)) && self.chance(50);
        let test = self.of(if by_element { ty.flags() } else { Ty::Int(1) });
        let (test_type, flags) = (test.ty.text(), ty.flags_text());
        let text = ty.text();
        let own = self.own(&format!("select {test_type} {}, {text} {}, {text} {}", test.own, a.own, b.own));
        let twin = self.twin(&format!("select {test_type} {}, {text} {}, {text} {}", test.twin, a.twin, b.twin));
        let chosen =
            self.twin(&format!("select {test_type} {}, {flags} {}, {flags} {}", test.twin, a.poison, b.poison));
        let poison = match (test.poison == NO, by_element) {
            (true, _) => chosen,
            (false, true) => self.either(ty, &chosen, &test.poison),
            (false, false) => {
                let all = match ty {
                    Ty::Pair => "{ i1 true, i1 true }".into(),
                    _ => self.splat(ty.flags(), "true"),
                };
                self.twin(&format!("select i1 {}, {flags} {all}, {flags} {chosen}", test.poison))
            }
        };
        self.keep(ty, own, twin, poison);
    }

    /// A frozen poison may be anything: nothing is told of such executions.
    pub(super) fn freeze(&mut self) {
        let Some(value) = self.existing(|ty| ty != Ty::Pair) else { return };
        let own = self.own(&format!("freeze {} {}", value.ty.text(), value.own));
        let bit = self.any_poison(&value);
        self.untold_if(&bit);
        self.keep(value.ty, own, value.twin, NO.into());
    }

    pub(super) fn intrinsic(&mut self) {
        let mut ty = self.int_type();
        if ty.width() == 1 {
            ty = Ty::Int(8);
        }
        match self.random.u32(..11) {
            0..4 => {
                let names = ["smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"];
                let name = self.any(&names);
                let operands = [self.of(ty), self.of(ty)];
                self.intrinsic_call(name, ty, &operands, "");
            }
            4..6 => {
                // LLVM 14 shifts numbers of odd widths wrongly.
                let ty = if ty.width().is_power_of_two() { ty } else { Ty::Int(16) };
                let operands = [self.of(ty), self.of(ty), self.of(ty)];
                let name = self.any(&["fshl", "fshr"]);
                self.intrinsic_call(name, ty, &operands, "");
            }
            6 => {
                let operand = [self.of(ty)];
                let swaps = ty.width().is_multiple_of(16);
                let name = if swaps {
                    self.any(&["ctpop", "bitreverse", "bswap"])
                } else {
                    self.any(&["ctpop", "bitreverse"])
                };
                self.intrinsic_call(name, ty, &operand, "");
            }
            7..9 => self.promising_intrinsic(ty),
            9 => self.saturating_shift(ty),
            _ => self.with_overflow(Ty::Int(if let Ty::Int(width) = ty { width } else { 8 })),
        }
    }
    fn intrinsic_call(&mut self, name: &str, ty: Ty, operands: &[Val], last: &str) -> Val {
        let (text, types) = (ty.text(), vec![ty.text(); operands.len()].join(", "));
        let full = format!("@llvm.{name}.{}", ty.suffix());
        self.declare(format!("{text} {full}({types}{})", if last.is_empty() { "" } else { ", i1" }));
        let call = |values: Vec<&str>, last: &str| {
            let values: Vec<String> = values.iter().map(|value| format!("{text} {value}")).collect();
            format!("call {text} {full}({}{last})", values.join(", "))
        };
        let own = self.own(&call(operands.iter().map(|o| &*o.own).collect(), last));
        let plain = if last.is_empty() { "" } else { ", i1 false" };
        let twin = self.twin(&call(operands.iter().map(|o| &*o.twin).collect(), plain));
        let mut poison = NO.to_string();
        for operand in operands {
            poison = self.either(ty, &poison, &operand.poison);
        }
        self.keep(ty, own, twin, poison)
    }
    /// By too much it gives poison.
    fn saturating_shift(&mut self, ty: Ty) {
        let ty = if ty.width().is_power_of_two() && ty.width() < 128 { ty } else { Ty::Int(16) };
        let (a, mut b) = (self.of(ty), self.of(ty));
        if self.choices.careful {
            b = self.with_one("and", &b);
        }
        let name = self.any(&["sshl.sat", "ushl.sat"]);
        let limit = self.splat(ty, &super::bits_of(ty.width()));
        let too_far = self.compared("uge", ty, &b.twin, &limit);
        let (text, flags) = (ty.text(), ty.flags().text());
        let amount = self.twin(&format!("select {flags} {too_far}, {text} {NO}, {text} {}", b.twin));
        let value = self.intrinsic_call(name, ty, &[a, Val { twin: amount, ..b }], "");
        let poison = self.either(ty, &value.poison, &too_far);
        self.values.pop();
        self.keep(ty, value.own, value.twin, poison);
    }
    /// `abs`, `ctlz` and `cttz` may promise that their worst operand does not come.
    fn promising_intrinsic(&mut self, ty: Ty) {
        let name = self.any(&["abs", "ctlz", "cttz"]);
        let promises = !self.choices.careful && self.chance(50);
        let operand = self.of(ty);
        let value = self.intrinsic_call(name, ty, std::slice::from_ref(&operand), &format!(", i1 {promises}"));
        if promises {
            let worst = if name == "abs" { self.splat(ty, &super::smallest(ty.width())) } else { NO.into() };
            let broken = self.compared("eq", ty, &operand.twin, &worst);
            let poison = self.either(ty, &value.poison, &broken);
            self.values.pop();
            self.keep(ty, value.own, value.twin, poison);
        }
    }
    /// Multiplication only of widths for which no function of a compiler's library is needed.
    fn with_overflow(&mut self, ty: Ty) {
        let name = self.any(&["sadd", "uadd", "ssub", "usub", "smul", "umul"]);
        let ty = if name.ends_with("mul") && ty.width() > 64 { Ty::Int(32) } else { ty };
        let (a, b) = (self.of(ty), self.of(ty));
        let (text, full) = (ty.text(), format!("@llvm.{name}.with.overflow.i{}", ty.width()));
        let result = format!("{{ {text}, i1 }}");
        self.declare(format!("{result} {full}({text}, {text})"));
        let own = self.own(&format!("call {result} {full}({text} {}, {text} {})", a.own, b.own));
        let twin = self.twin(&format!("call {result} {full}({text} {}, {text} {})", a.twin, b.twin));
        let poison = self.either(ty, &a.poison, &b.poison);
        for (position, part) in [(0, ty), (1, Ty::Int(1))] {
            let own = self.own(&format!("extractvalue {result} {own}, {position}"));
            let twin = self.twin(&format!("extractvalue {result} {twin}, {position}"));
            self.keep(part, own, twin, poison.clone());
        }
    }
}
