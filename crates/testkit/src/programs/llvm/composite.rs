//! Vectors and structures: their parts, put together, taken out, in another order.

use super::{Maker, NO, Ty, Val};

const PARTS: [Ty; 2] = [Ty::Int(8), Ty::Int(32)];

impl Maker<'_> {
    pub(super) fn composite(&mut self) {
        let pair = self.chance(35);
        let ty = if pair { Ty::Pair } else { self.vector_type() };
        match self.random.u32(..6) {
            5 if self.choices.memory => self.masked(),
            0 => {
                self.built(ty);
            }
            1 => self.inserted(ty),
            2 | 3 => self.extracted(ty),
            _ if pair => self.extracted(ty),
            _ => self.shuffled(ty),
        }
    }
    fn vector_type(&mut self) -> Ty {
        let length = [2, 4][self.random.usize(..2)];
        Ty::Vector(length, [1, 8, 16, 32][self.random.usize(..4)])
    }
    /// A composite value built from parts; elements left out are poison. (Parts of structures are any value to the front end.)
    pub(super) fn built(&mut self, ty: Ty) -> Val {
        let (text, flags) = (ty.text(), ty.flags_text());
        let (mut own, mut twin) = ("poison".to_string(), NO.to_string());
        let mut poison = match ty {
            Ty::Vector(length, _) => format!("<{}>", vec!["i1 true"; length as usize].join(", ")),
            _ => "{ i1 true, i1 true }".into(),
        };
        let count = if let Ty::Vector(length, _) = ty { length } else { 2 };
        for n in 0..count {
            if ty != Ty::Pair && !self.choices.careful && self.chance(10) {
                continue;
            }
            let (part, instruction, index) = self.part_of(ty, n);
            let value = self.of(part);
            let part = part.text();
            own = self.own(&format!("{instruction} {text} {own}, {part} {}, {index}", value.own));
            twin = self.twin(&format!("{instruction} {text} {twin}, {part} {}, {index}", value.twin));
            let bit = if value.poison == NO { "false" } else { &value.poison };
            poison = self.twin(&format!("{instruction} {flags} {poison}, i1 {bit}, {index}"));
        }
        self.keep(ty, own, twin, poison)
    }
    /// Type of a part, the instruction that inserts it, and the index as it is written.
    fn part_of(&self, ty: Ty, n: u32) -> (Ty, &'static str, String) {
        match ty {
            Ty::Vector(_, width) => (Ty::Int(width), "insertelement", format!("i32 {n}")),
            _ => (PARTS[n as usize], "insertvalue", n.to_string()),
        }
    }
    fn inserted(&mut self, ty: Ty) {
        let whole = self.of(ty);
        if let Ty::Vector(length, _) = ty
            && !self.choices.careful
            && self.chance(50)
        {
            return self.inserted_somewhere(&whole, length);
        }
        let count = if let Ty::Vector(length, _) = ty { length } else { 2 };
        let n = self.random.u32(..count);
        let (part, instruction, index) = self.part_of(ty, n);
        let value = self.of(part);
        let (text, flags, part) = (ty.text(), ty.flags_text(), part.text());
        let own = self.own(&format!("{instruction} {text} {}, {part} {}, {index}", whole.own, value.own));
        let twin = self.twin(&format!("{instruction} {text} {}, {part} {}, {index}", whole.twin, value.twin));
        let bit = if value.poison == NO { "false" } else { &value.poison };
        let poison = self.twin(&format!("{instruction} {flags} {}, i1 {bit}, {index}", whole.poison));
        self.keep(ty, own, twin, poison);
    }
    /// An index that is computed; outside, all is poison.
    fn inserted_somewhere(&mut self, whole: &Val, length: u32) {
        let (ty, element) = (whole.ty, Ty::Int(whole.ty.width()));
        let (value, index) = (self.of(element), self.of(Ty::Int(8)));
        let (outside, safe) = self.safe_index(&index, length);
        let (text, flags, part) = (ty.text(), ty.flags_text(), element.text());
        let own = self.own(&format!("insertelement {text} {}, {part} {}, i8 {}", whole.own, value.own, index.own));
        let twin = self.twin(&format!("insertelement {text} {}, {part} {}, i8 {safe}", whole.twin, value.twin));
        let bit = if value.poison == NO { "false" } else { &value.poison };
        let inside = self.twin(&format!("insertelement {flags} {}, i1 {bit}, i8 {safe}", whole.poison));
        let all = format!("<{}>", vec!["i1 true"; length as usize].join(", "));
        let poison = self.twin(&format!("select i1 {outside}, {flags} {all}, {flags} {inside}"));
        self.keep(ty, own, twin, poison);
    }
    /// Whether an index is outside or poison, and one that is inside.
    fn safe_index(&mut self, index: &Val, length: u32) -> (String, String) {
        let far = self.twin(&format!("icmp uge i8 {}, {length}", index.twin));
        let outside = self.either(index.ty, &far, &index.poison);
        let safe = self.twin(&format!("select i1 {outside}, i8 0, i8 {}", index.twin));
        (outside, safe)
    }
    fn extracted(&mut self, ty: Ty) {
        let whole = self.of(ty);
        let (text, flags) = (ty.text(), ty.flags_text());
        let Ty::Vector(length, width) = ty else {
            let n = self.random.u32(..2);
            let own = self.own(&format!("extractvalue {text} {}, {n}", whole.own));
            let twin = self.twin(&format!("extractvalue {text} {}, {n}", whole.twin));
            let poison = self.twin(&format!("extractvalue {flags} {}, {n}", whole.poison));
            self.keep(PARTS[n as usize], own, twin, poison);
            return;
        };
        if self.choices.careful || self.chance(70) {
            let n = self.random.u32(..length);
            let own = self.own(&format!("extractelement {text} {}, i32 {n}", whole.own));
            let twin = self.twin(&format!("extractelement {text} {}, i32 {n}", whole.twin));
            let poison = self.twin(&format!("extractelement {flags} {}, i32 {n}", whole.poison));
            self.keep(Ty::Int(width), own, twin, poison);
            return;
        }
        let index = self.of(Ty::Int(8));
        let (outside, safe) = self.safe_index(&index, length);
        let own = self.own(&format!("extractelement {text} {}, i8 {}", whole.own, index.own));
        let twin = self.twin(&format!("extractelement {text} {}, i8 {safe}", whole.twin));
        let inside = self.twin(&format!("extractelement {flags} {}, i8 {safe}", whole.poison));
        let poison = self.twin(&format!("or i1 {outside}, {inside}"));
        self.keep(Ty::Int(width), own, twin, poison);
    }
    fn shuffled(&mut self, ty: Ty) {
        let Ty::Vector(length, width) = ty else { return };
        let (a, b) = (self.of(ty), self.of(ty));
        let count = [2, 4][self.random.usize(..2)];
        let positions: Vec<String> = (0..count).map(|_| format!("i32 {}", self.random.u32(..2 * length))).collect();
        let mask = format!("<{count} x i32> <{}>", positions.join(", "));
        let (text, flags) = (ty.text(), ty.flags_text());
        let own = self.own(&format!("shufflevector {text} {}, {text} {}, {mask}", a.own, b.own));
        let twin = self.twin(&format!("shufflevector {text} {}, {text} {}, {mask}", a.twin, b.twin));
        let poison = self.twin(&format!("shufflevector {flags} {}, {flags} {}, {mask}", a.poison, b.poison));
        self.keep(Ty::Vector(count, width), own, twin, poison);
    }

    /// Reads bytes of a constant, or writes into a vector in memory, where a mask says so.
    fn masked(&mut self) {
        let length = [2, 4][self.random.usize(..2)];
        let ty = Ty::Vector(length, 8);
        let (value, mask) = (self.of(ty), self.of(ty.flags()));
        self.must_not_be_poison(&mask);
        if self.random.bool() { self.masked_load(length, &value, &mask) } else { self.masked_store(&value, &mask) }
    }
    fn masked_load(&mut self, length: u32, value: &Val, mask: &Val) {
        let (ty, flags) = (value.ty.text(), value.ty.flags_text());
        let start = self.random.u32(..if self.choices.careful { 13 } else { 17 });
        let address = format!("getelementptr (i8, ptr @bytes, i64 {start})");
        // Behind the end nothing may be accessed.
        let behind: Vec<String> = (0..length).map(|n| format!("i1 {}", start + n >= 16)).collect();
        let bad = self.twin(&format!("and {flags} {}, <{}>", mask.twin, behind.join(", ")));
        let any = self.any_poison(&Val { poison: bad.clone(), ..value.clone() });
        self.undefined_if(&any);
        let safe = self.twin(&format!("xor {flags} {}, {bad}", mask.twin));
        let read = |mask: &str, others: &str| {
            let (alignment, written) = self.alignment();
            format!(
                "call {ty} @llvm.masked.load.v{length}i8.p0(ptr {alignment}{address}{written}, {flags} {mask}, {ty} {others})"
            )
        };
        let (own, twin) = (read(&mask.own, &value.own), read(&safe, &value.twin));
        let place = if self.choices.new_flags { "ptr" } else { "ptr, i32" };
        self.declare(format!("{ty} @llvm.masked.load.v{length}i8.p0({place}, {flags}, {ty})"));
        let (own, twin) = (self.own(&own), self.twin(&twin));
        let poison = self.twin(&format!("select {flags} {safe}, {flags} {NO}, {flags} {}", value.poison));
        self.keep(value.ty, own, twin, poison);
    }
    /// The alignment as an attribute, or, before LLVM 22, as an argument.
    fn alignment(&self) -> (&'static str, &'static str) {
        if self.choices.new_flags { ("align 1 ", "") } else { ("", ", i32 1") }
    }
    fn masked_store(&mut self, value: &Val, mask: &Val) {
        let (ty, flags) = (value.ty.text(), value.ty.flags_text());
        let name = format!("@llvm.masked.store.{}.p0", value.ty.suffix());
        let (alignment, written) = self.alignment();
        let stored = self.twin(&format!("and {flags} {}, {}", mask.twin, value.poison));
        let any = self.any_poison(&Val { poison: stored, ..value.clone() });
        self.undefined_if(&any);
        let places = [self.own(&format!("alloca {ty}")), self.twin(&format!("alloca {ty}"))];
        for (side, (place, value, mask)) in
            [(&places[0], &value.own, &mask.own), (&places[1], &value.twin, &mask.twin)].into_iter().enumerate()
        {
            self.line(side, &format!("store {ty} {NO}, ptr {place}"));
            self.line(
                side,
                &format!("call void {name}({ty} {value}, ptr {alignment}{place}{written}, {flags} {mask})"),
            );
        }
        let place = if self.choices.new_flags { "ptr" } else { "ptr, i32" };
        self.declare(format!("void {name}({ty}, {place}, {flags})"));
        let own = self.own(&format!("load {ty}, ptr {}", places[0]));
        let twin = self.twin(&format!("load {ty}, ptr {}", places[1]));
        self.keep(value.ty, own, twin, NO.into());
    }
}
