//! Variables and memory that get a value, or not: out parameters, parts of structures, heap memory.
//!
//! In: how deep a statement stands. Out: statements; what is read may have no value, which a sanitizer finds.

use super::Writer;

impl Writer {
    /// A variable that a function may set.
    pub(super) fn unset(&mut self, depth: usize) {
        let (v, some) = (self.name("v"), self.random.u32(0..16));
        match self.random.u32(0..4) {
            0 => {
                self.line(depth, &format!("int {v}; @set({some}, &{v}); see({v} > 3);"));
            }
            1 => {
                let cases = self.random.u32(1..4);
                self.line(
                    depth,
                    &format!("int {v}; switch (@g0 % {cases}) {{ case 0: {v} = 1; break; case 1: {v} = 2; }}"),
                );
                self.line(depth, &format!("see({v} == 2);"));
            }
            2 => {
                let (n, at) = (self.random.u32(0..5), self.random.u32(0..4));
                self.line(depth, &format!("int {v}[4]; for (int i = 0; i < {n}; i++) {v}[i] = i;"));
                self.line(depth, &format!("see({v}[{at}] > 1);"));
            }
            _ => {
                self.line(
                    depth,
                    &format!("int {v} = {some}, *to = @g1 > 2 ? &{v} : &@g2; @set(@g0, to); see({v} % 100);"),
                );
            }
        }
    }
    /// Structures and unions of which parts are set, copied, passed.
    pub(super) fn parts(&mut self, depth: usize) {
        let (s, t) = (self.name("s"), self.name("t"));
        let member = ["x", "y"];
        let (set, read) = (member[self.random.usize(0..2)], member[self.random.usize(0..2)]);
        let e = self.random.u32(0..9);
        match self.random.u32(0..4) {
            0 => self.line(depth, &format!("struct @pair {s}, {t}; {s}.{set} = {e}; {t} = {s}; see({t}.{read} > 4);")),
            1 => {
                let bytes = [4, 8][self.random.usize(0..2)];
                self.line(
                    depth,
                    &format!("struct @pair {s}, {t} = {{1, 2}}; memcpy(&{s}, &{t}, {bytes}); see({s}.{read} > 1);"),
                );
            }
            2 => {
                let bytes = self.random.u32(2..5);
                self.line(
                    depth,
                    &format!(
                        "union {{ int n; unsigned char b[4]; }} {s}; memset({s}.b, {e}, {bytes}); see({s}.n > 3);"
                    ),
                );
            }
            _ => self.line(
                depth,
                &format!("struct @pair {s} = {{.{set} = {e}}}; @set({e}, &{s}.{read}); see({s}.x * 10 + {s}.y);"),
            ),
        }
    }
    /// Objects on the heap, which may move.
    pub(super) fn heap(&mut self, depth: usize) {
        let (p, q) = (self.name("p"), self.name("q"));
        let count = self.random.u32(1..4);
        let make = match self.random.u32(0..3) {
            0 => format!("calloc({count}, sizeof(int))"),
            _ => format!("malloc({count} * sizeof(int))"),
        };
        self.line(depth, &format!("{{ int *{p} = {make};"));
        let set = self.random.u32(0..=count);
        self.line(depth, &format!("for (int i = 0; i < {set}; i++) {p}[i] = i + 3;"));
        if self.random.bool() {
            let size = self.random.u32(1..5);
            self.line(depth, &format!("int *{q} = realloc({p}, {size} * sizeof(int)); {p} = {q};"));
        }
        let read = if self.one_in(6) { self.random.u32(0..5) } else { 0 };
        self.line(depth, &format!("see({p}[{read}] > 3);"));
        if self.one_in(8) {
            self.line(depth, &format!("free({p}); see({p}[0] > 3); }}"));
        } else {
            self.line(depth, &format!("free({p}); }}"));
        }
    }
}
