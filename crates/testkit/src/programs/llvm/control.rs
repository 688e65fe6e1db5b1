//! Branches, switches, loops, calls, memory.

use super::{Maker, NO, Ty, Val};
use std::fmt::Write;

/// Types of sixteen bytes that a variable may have.
const SLOTS: [&str; 6] = ["[16 x i8]", "i128", "[4 x i32]", "[2 x i64]", "<4 x i32>", "{ i64, i32, i16, i8, i8 }"];
const MOST_DEPTH: u32 = 2;

impl Maker<'_> {
    /// A branch or switch whose ways join again, with phi nodes.
    pub(super) fn branch(&mut self) {
        if self.depth >= MOST_DEPTH {
            return self.binary();
        }
        let join = self.new_label();
        let ways: Vec<String> = (0..self.random.u32(2..4)).map(|_| self.new_label()).collect();
        let value = self.of(if ways.len() == 2 { Ty::Int(1) } else { Ty::Int(8) });
        self.must_not_be_poison(&value);
        let text = |value: &str| match &ways[..] {
            [then, otherwise] => format!("br i1 {value}, label %{then}, label %{otherwise}"),
            _ => {
                let cases = format!("i8 0, label %{} i8 3, label %{} i8 -1, label %{}", ways[1], ways[2], ways[1]);
                format!("switch i8 {value}, label %{} [ {cases} ]", ways[0])
            }
        };
        let (own, twin) = (text(&value.own), text(&value.twin));
        self.line(0, &own);
        self.line(1, &twin);
        let types: Vec<Ty> = (0..self.random.u32(1..3)).map(|_| self.int_type()).collect();
        let mut arrivals: Vec<(String, Vec<Val>)> = Vec::new();
        for way in &ways {
            self.start_block(way);
            let values = self.inside(3, &types);
            self.both(&format!("br label %{join}"));
            arrivals.push((self.label.clone(), values));
        }
        self.start_block(&join);
        for (n, ty) in types.iter().enumerate() {
            self.phi(*ty, arrivals.iter().map(|(label, values)| (&**label, &values[n])).collect());
        }
    }
    /// Statements of a block that stands below: what they make is not seen outside.
    fn inside(&mut self, most: u32, types: &[Ty]) -> Vec<Val> {
        let seen = self.values.len();
        self.depth += 1;
        let count = self.random.u32(..most);
        self.statements(count);
        let values = types.iter().map(|ty| self.of(*ty)).collect();
        self.depth -= 1;
        self.values.truncate(seen);
        values
    }
    fn phi(&mut self, ty: Ty, incoming: Vec<(&str, &Val)>) {
        let text = |ty: &str, part: fn(&Val) -> &str| {
            let ways: Vec<String> =
                incoming.iter().map(|(label, value)| format!("[ {}, %{label} ]", part(value))).collect();
            format!("phi {ty} {}", ways.join(", "))
        };
        let own = text(&ty.text(), |value| &value.own);
        let twin = text(&ty.text(), |value| &value.twin);
        let poison = text(&ty.flags_text(), |value| &value.poison);
        let (own, twin, poison) = (self.own(&own), self.twin(&twin), self.twin(&poison));
        self.keep(ty, own, twin, poison);
    }
    /// How often a loop runs: a few times, or as often as some value says.
    fn iterations(&mut self) -> Val {
        if self.chance(60) {
            let text = self.random.u32(2..4).to_string();
            return Val { ty: Ty::Int(8), own: text.clone(), twin: text, poison: NO.into() };
        }
        let value = self.of(Ty::Int(8));
        let most = self.any(&["3", "15", "127"]);
        let own = self.own(&format!("and i8 {}, {most}", value.own));
        let twin = self.twin(&format!("and i8 {}, {most}", value.twin));
        Val { own, twin, ..value }
    }
    /// A value goes from each iteration to the next.
    pub(super) fn counted_loop(&mut self) {
        if self.depth >= MOST_DEPTH {
            return self.binary();
        }
        let (head, exit) = (self.new_label(), self.new_label());
        let (ty, limit) = (self.int_type(), self.iterations());
        let (first, before) = (self.of(ty), self.label.clone());
        self.both(&format!("br label %{head}"));
        self.start_block(&head);
        // What comes from the end of the loop is known only there.
        let (count, next) = (self.name(), self.name());
        self.both(&format!("{count} = phi i8 [ 0, %{before} ], [ {next}, %LATCH{head}. ]"));
        let flags = ty.flags_text();
        let own = self.own(&format!("phi {} [ {}, %{before} ], [ OWN{head}., %LATCH{head}. ]", ty.text(), first.own));
        let twin =
            self.twin(&format!("phi {} [ {}, %{before} ], [ TWIN{head}., %LATCH{head}. ]", ty.text(), first.twin));
        let poison =
            self.twin(&format!("phi {flags} [ {}, %{before} ], [ FLAGS{head}., %LATCH{head}. ]", first.poison));
        self.keep(ty, own, twin, poison);
        self.keep(Ty::Int(8), count.clone(), count.clone(), NO.into());
        let later = self.inside(4, &[ty]).remove(0);
        self.both(&format!("{next} = add i8 {count}, 1"));
        let again = self.name();
        self.must_not_be_poison(&limit);
        for (side, limit) in [&limit.own, &limit.twin].into_iter().enumerate() {
            self.line(side, &format!("{again} = icmp ult i8 {next}, {limit}"));
        }
        self.both(&format!("br i1 {again}, label %{head}, label %{exit}"));
        let latch = self.label.clone();
        let known = [("LATCH", &latch), ("OWN", &later.own), ("TWIN", &later.twin), ("FLAGS", &later.poison)];
        for (word, text) in known {
            self.body = self.body.each_ref().map(|side| side.replace(&format!("{word}{head}."), text));
        }
        self.start_block(&exit);
    }

    /// A function of its own; to pass poison is undefined, whether or not the parameter says so.
    pub(super) fn helper_call(&mut self) {
        if self.depth > 0 || self.helpers == 2 {
            return self.binary();
        }
        self.helpers += 1;
        let name = format!("helper{}", self.helpers);
        let (ty, result) = (self.int_type(), self.int_type());
        let (a, b) = (self.of(ty), self.of(ty));
        self.helper(&name, ty, result);
        let (text, out) = (ty.text(), result.text());
        self.must_not_be_poison(&a);
        self.must_not_be_poison(&b);
        let own = self.own(&format!("call {out} @{name}({text} {}, {text} noundef {})", a.own, b.own));
        let twin = self.twin(&format!("call {out} @{name}({text} {}, {text} {})", a.twin, b.twin));
        self.keep(result, own, twin, NO.into());
    }
    fn helper(&mut self, name: &str, ty: Ty, result: Ty) {
        let (body, values) = (std::mem::take(&mut self.body), std::mem::take(&mut self.values));
        let label = std::mem::take(&mut self.label);
        self.depth = 1;
        self.start_block("start");
        for name in ["%x", "%y"] {
            self.keep(ty, name.into(), name.into(), NO.into());
        }
        let count = self.random.u32(1..5);
        self.statements(count);
        let returned = self.of(result);
        self.must_not_be_poison(&returned);
        let out = result.text();
        self.line(0, &format!("ret {out} {}", returned.own));
        self.line(1, &format!("ret {out} {}", returned.twin));
        let [own, twin] = std::mem::replace(&mut self.body, body);
        let text = ty.text();
        let _ = write!(self.done[0], "define internal {out} @{name}({text} %x, {text} noundef %y) {{\n{own}}}\n");
        let _ = write!(self.done[1], "define internal {out} @{name}({text} %x, {text} %y) {{\n{twin}}}\n");
        (self.values, self.label, self.depth) = (values, label, 0);
    }

    /// A variable with a value everywhere, some stores, a load of perhaps another type.
    pub(super) fn memory(&mut self) {
        let slot = self.filled_slot();
        let (own, twin) = if self.chance(25) { self.one_of(&slot) } else { (slot.clone(), slot.clone()) };
        for _ in 0..self.random.u32(1..3) {
            let ty = self.access_type();
            let value = self.of(ty);
            let (own, twin) = self.address(&own, &twin, ty);
            self.must_not_be_poison(&value);
            self.line(0, &format!("store {} {}, ptr {own}, align 1", ty.text(), value.own));
            self.line(1, &format!("store {} {}, ptr {twin}, align 1", ty.text(), value.twin));
        }
        let ty = self.access_type();
        let (own, twin) = self.address(&slot, &slot, ty);
        let own = self.own(&format!("load {}, ptr {own}, align 1", ty.text()));
        let twin = self.twin(&format!("load {}, ptr {twin}, align 1", ty.text()));
        self.keep(ty, own, twin, NO.into());
    }
    /// The variable or another one.
    fn one_of(&mut self, slot: &str) -> (String, String) {
        let (other, test) = (self.filled_slot(), self.of(Ty::Int(1)));
        self.must_not_be_poison(&test);
        let own = self.own(&format!("select i1 {}, ptr {slot}, ptr {other}", test.own));
        let twin = self.twin(&format!("select i1 {}, ptr {slot}, ptr {other}", test.twin));
        (own, twin)
    }
    fn filled_slot(&mut self) -> String {
        let slot = self.name();
        let ty = self.any(&SLOTS);
        self.both(&format!("{slot} = alloca {ty}, align 16"));
        if self.random.bool() {
            let byte = self.of(Ty::Int(8));
            self.must_not_be_poison(&byte);
            self.declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)".into());
            let text = |byte: &str| format!("call void @llvm.memset.p0.i64(ptr {slot}, i8 {byte}, i64 16, i1 false)");
            let (own, twin) = (text(&byte.own), text(&byte.twin));
            self.line(0, &own);
            self.line(1, &twin);
        } else {
            self.declare("void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)".into());
            self.both(&format!("call void @llvm.memcpy.p0.p0.i64(ptr {slot}, ptr @bytes, i64 16, i1 false)"));
        }
        slot
    }
    fn access_type(&mut self) -> Ty {
        if self.choices.composites && self.chance(20) {
            return Ty::Vector(2, [8, 16, 32][self.random.usize(..3)]);
        }
        if self.choices.floats && self.chance(15) {
            return Ty::Single;
        }
        Ty::Int([8, 16, 32, 64, 24, 128][self.random.usize(..6)])
    }
    /// An address in the variable for a value of a type: outside, the access is undefined.
    fn address(&mut self, own_base: &str, twin_base: &str, ty: Ty) -> (String, String) {
        let bytes = match ty {
            Ty::Vector(length, width) => length * width / 8,
            _ => ty.width() / 8,
        };
        if self.chance(50) {
            let offset = self.random.u32(..=16 - bytes);
            let text = |base: &str| format!("getelementptr inbounds i8, ptr {base}, i64 {offset}");
            return (self.own(&text(own_base)), self.twin(&text(twin_base)));
        }
        let index = self.of(Ty::Int(8));
        let most = if self.choices.careful && bytes <= 8 { 7 } else { 15 };
        let masked = |index: &str| format!("and i8 {index}, {most}");
        let (own, twin) = (self.own(&masked(&index.own)), self.twin(&masked(&index.twin)));
        let far = self.twin(&format!("icmp ugt i8 {twin}, {}", 16 - bytes));
        let bad = self.either(index.ty, &far, &index.poison);
        self.undefined_if(&bad);
        let safe = self.twin(&format!("select i1 {bad}, i8 0, i8 {twin}"));
        let kind = self.any(&["inbounds ", ""]);
        let own = self.own(&format!("getelementptr {kind}i8, ptr {own_base}, i8 {own}"));
        let twin = self.twin(&format!("getelementptr i8, ptr {twin_base}, i8 {safe}"));
        (own, twin)
    }
}
