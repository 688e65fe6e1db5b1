//! Floating-point numbers: arithmetic, rounding, comparisons, conversions. The bits of a NaN are never looked at.

use super::{Maker, NO, Ty, Val};

const FLOATS: [Ty; 3] = [Ty::Half, Ty::Single, Ty::Double];
const PREDICATES: [&str; 14] =
    ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];

fn is_float(ty: Ty) -> bool {
    FLOATS.contains(&ty)
}

impl Maker<'_> {
    pub(super) fn float(&mut self) {
        match self.random.u32(..10) {
            0..3 => self.float_arithmetic(),
            3 | 4 => self.float_function(),
            5 | 6 => self.float_compare(),
            7 => self.float_to_float(),
            8 if self.random.bool() => self.float_to_bits(),
            8 => self.float_parts(),
            _ if self.random.bool() => self.float_to_int(),
            _ => self.rounded_to_int(),
        }
    }
    /// `frexp` and `modf`, which came after LLVM 14.
    fn float_parts(&mut self) {
        let Some(value) = self.existing(|ty| matches!(ty, Ty::Single | Ty::Double)) else { return };
        if !self.choices.new_flags {
            return;
        }
        let (ty, text) = (value.ty, value.ty.text());
        let (full, second) = if self.random.bool() {
            (format!("@llvm.frexp.{}.i32", ty.suffix()), Ty::Int(32))
        } else {
            (format!("@llvm.modf.{}", ty.suffix()), ty)
        };
        let result = format!("{{ {text}, {} }}", second.text());
        self.declare(format!("{result} {full}({text})"));
        let own = self.own(&format!("call {result} {full}({text} {})", value.own));
        let twin = self.twin(&format!("call {result} {full}({text} {})", value.twin));
        if second == Ty::Int(32) {
            // Of infinity and NaN any exponent may come.
            let difference = self.twin(&format!("fsub {text} {}, {}", value.twin, value.twin));
            let open = self.twin(&format!("fcmp uno {text} {difference}, {difference}"));
            self.untold_if(&open);
        }
        for (position, part) in [(0, ty), (1, second)] {
            let own = self.own(&format!("extractvalue {result} {own}, {position}"));
            let twin = self.twin(&format!("extractvalue {result} {twin}, {position}"));
            self.keep(part, own, twin, value.poison.clone());
        }
    }
    /// Any number may come where the rounded one does not fit.
    fn rounded_to_int(&mut self) {
        let Some(value) = self.existing(|ty| matches!(ty, Ty::Single | Ty::Double)) else { return };
        let (text, name) = (value.ty.text(), self.any(&["lround", "llround", "lrint", "llrint"]));
        let full = format!("@llvm.{name}.i64.{}", value.ty.suffix());
        self.declare(format!("i64 {full}({text})"));
        let magnitude = self.float_call("fabs", value.ty, &[&value.twin]);
        let far = self.twin(&format!("fcmp uge {text} {magnitude}, 0x43E0000000000000"));
        self.untold_if(&far);
        let own = self.own(&format!("call i64 {full}({text} {})", value.own));
        let twin = self.twin(&format!("call i64 {full}({text} {})", value.twin));
        self.keep(Ty::Int(64), own, twin, value.poison);
    }
    /// A number from the bits of an integer, or by conversion.
    pub(super) fn float_of_bits(&mut self, ty: Ty) -> Val {
        let (op, from) = match self.random.u32(..3) {
            0 => ("bitcast", Ty::Int(ty.width())),
            1 => ("sitofp", Ty::Int(8)),
            // Compilers convert wide integers to the shortest numbers in two steps, which rounds twice.
            _ if ty == Ty::Half => ("uitofp", Ty::Int(16)),
            _ => ("uitofp", Ty::Int([8, 16, 32, 64][self.random.usize(..4)])),
        };
        let bits = self.of(from);
        let negative = op == "uitofp" && self.choices.new_flags && !self.choices.careful && self.chance(40);
        let flag = if negative { "nneg " } else { "" };
        let own = self.own(&format!("{op} {flag}{} {} to {}", from.text(), bits.own, ty.text()));
        let twin = self.twin(&format!("{op} {} {} to {}", from.text(), bits.twin, ty.text()));
        let mut poison = bits.poison.clone();
        if negative {
            let broken = self.twin(&format!("icmp slt {} {}, 0", from.text(), bits.twin));
            poison = self.either(from, &poison, &broken);
        }
        self.keep(ty, own, twin, poison)
    }
    fn float_type(&mut self) -> Ty {
        FLOATS[self.random.usize(..3)]
    }
    fn float_arithmetic(&mut self) {
        let ty = self.float_type();
        let (a, b) = (self.of(ty), self.of(ty));
        let op = self.any(&["fadd", "fsub", "fmul", "fdiv", "frem"]);
        let text = ty.text();
        let flags = self.flags(&["", "", "nnan ", "ninf ", "nnan ninf "]);
        let own = self.own(&format!("{op} {flags}{text} {}, {}", a.own, b.own));
        let twin = self.twin(&format!("{op} {text} {}, {}", a.twin, b.twin));
        let mut poison = self.either(ty, &a.poison, &b.poison);
        for value in [&a.twin, &b.twin, &twin] {
            poison = self.broken_promise(ty, flags, value, &poison);
        }
        self.keep(ty, own, twin, poison);
    }
    /// `nnan` and `ninf` of one operand or result.
    fn broken_promise(&mut self, ty: Ty, flags: &str, value: &str, poison: &str) -> String {
        let mut poison = poison.to_string();
        if flags.contains("nnan") {
            let nan = self.twin(&format!("fcmp uno {} {value}, {value}", ty.text()));
            poison = self.either(ty, &poison, &nan);
        }
        if flags.contains("ninf") {
            let magnitude = self.float_call("fabs", ty, &[value]);
            let infinity = if ty == Ty::Half { "0xH7C00" } else { "0x7FF0000000000000" };
            let infinite = self.twin(&format!("fcmp oeq {} {magnitude}, {infinity}", ty.text()));
            poison = self.either(ty, &poison, &infinite);
        }
        poison
    }
    fn float_text(&mut self, name: &str, ty: Ty, operands: &[&str]) -> String {
        let (text, full) = (ty.text(), format!("@llvm.{name}.{}", ty.suffix()));
        self.declare(format!("{text} {full}({})", vec![&*text; operands.len()].join(", ")));
        let values: Vec<String> = operands.iter().map(|value| format!("{text} {value}")).collect();
        format!("call {text} {full}({})", values.join(", "))
    }
    fn float_call(&mut self, name: &str, ty: Ty, operands: &[&str]) -> String {
        let text = self.float_text(name, ty, operands);
        self.twin(&text)
    }
    fn float_function(&mut self) {
        let ty = self.float_type();
        if self.chance(20) {
            return self.negated(ty);
        }
        let names = ["fabs", "sqrt", "floor", "ceil", "trunc", "rint", "round", "copysign", "minnum", "maxnum"];
        let name = self.any(&names);
        let operands = if names[7..].contains(&name) { vec![self.of(ty), self.of(ty)] } else { vec![self.of(ty)] };
        let own: Vec<&str> = operands.iter().map(|o| &*o.own).collect();
        let text = self.float_text(name, ty, &own);
        let own = self.own(&text);
        let twins: Vec<&str> = operands.iter().map(|o| &*o.twin).collect();
        let twin = self.float_call(name, ty, &twins);
        let mut poison = NO.to_string();
        for operand in &operands {
            poison = self.either(ty, &poison, &operand.poison);
        }
        if let [a, b] = &operands[..] {
            // Zeros of different signs are equal to these functions, and NaNs have signs that nobody promises.
            let unclear = if name == "copysign" {
                self.twin(&format!("fcmp uno {} {}, {}", ty.text(), b.twin, b.twin))
            } else {
                self.twin(&format!("fcmp ueq {} {}, {}", ty.text(), a.twin, b.twin))
            };
            self.untold_if(&unclear);
        }
        self.keep(ty, own, twin, poison);
    }
    fn negated(&mut self, ty: Ty) {
        let value = self.of(ty);
        let flags = self.flags(&["", "nnan ", "ninf "]);
        let own = self.own(&format!("fneg {flags}{} {}", ty.text(), value.own));
        let twin = self.twin(&format!("fneg {} {}", ty.text(), value.twin));
        let poison = self.broken_promise(ty, flags, &value.twin, &value.poison);
        self.keep(ty, own, twin, poison);
    }
    fn float_compare(&mut self) {
        let ty = self.float_type();
        let (a, b) = (self.of(ty), self.of(ty));
        let predicate = PREDICATES[self.random.usize(..PREDICATES.len())];
        let flags = self.flags(&["", "", "nnan ", "ninf "]);
        let own = self.own(&format!("fcmp {flags}{predicate} {} {}, {}", ty.text(), a.own, b.own));
        let twin = self.twin(&format!("fcmp {predicate} {} {}, {}", ty.text(), a.twin, b.twin));
        let mut poison = self.either(ty, &a.poison, &b.poison);
        for value in [&a.twin, &b.twin] {
            poison = self.broken_promise(ty, flags, value, &poison);
        }
        self.keep(Ty::Int(1), own, twin, poison);
    }
    fn float_to_float(&mut self) {
        let Some(value) = self.existing(is_float) else { return };
        let to = self.float_type();
        let op = match value.ty.width().cmp(&to.width()) {
            std::cmp::Ordering::Equal => return,
            std::cmp::Ordering::Less => "fpext",
            std::cmp::Ordering::Greater => "fptrunc",
        };
        let own = self.own(&format!("{op} {} {} to {}", value.ty.text(), value.own, to.text()));
        let twin = self.twin(&format!("{op} {} {} to {}", value.ty.text(), value.twin, to.text()));
        self.keep(to, own, twin, value.poison);
    }
    fn float_to_bits(&mut self) {
        let Some(value) = self.existing(is_float) else { return };
        let (from, to) = (value.ty.text(), Ty::Int(value.ty.width()));
        let own = self.own(&format!("bitcast {from} {} to {}", value.own, to.text()));
        let twin = self.twin(&format!("bitcast {from} {} to {}", value.twin, to.text()));
        let nan = self.twin(&format!("fcmp uno {from} {}, {}", value.twin, value.twin));
        self.untold_if(&nan);
        self.keep(to, own, twin, value.poison);
    }
    /// Poison unless the number without its fraction fits.
    fn float_to_int(&mut self) {
        let Some(value) = self.existing(is_float) else { return };
        let (op, low, high) = if self.random.bool() { ("fptosi", -129.0, 128.0) } else { ("fptoui", -1.0, 256.0) };
        let wide = match value.ty {
            Ty::Double => value.twin.clone(),
            _ => self.twin(&format!("fpext {} {} to double", value.ty.text(), value.twin)),
        };
        let above = self.twin(&format!("fcmp ogt double {wide}, {low:?}"));
        let below = self.twin(&format!("fcmp olt double {wide}, {high:?}"));
        let fits = self.twin(&format!("and i1 {above}, {below}"));
        let broken = self.twin(&format!("xor i1 {fits}, true"));
        let safe = self.twin(&format!("select i1 {fits}, double {wide}, double 0.0"));
        let own = self.own(&format!("{op} {} {} to i8", value.ty.text(), value.own));
        let twin = self.twin(&format!("{op} double {safe} to i8"));
        let poison = self.either(value.ty, &value.poison, &broken);
        self.keep(Ty::Int(8), own, twin, poison);
    }
}
