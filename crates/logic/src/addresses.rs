//! Pointers as numbers, and back.
//!
//! The first conversion of a pointer to an object *exposes* the object: its base address is then an input
//! of the execution, aligned, not null, with room for the object and the address after it, and overlapping
//! no other exposed object that lived at the same time (`cairn_ir::Convert::PointerToInt`). A number becomes a pointer into the live
//! exposed object it lies in, or one past the end of one, or else to nothing.
//!
//! Evaluation only notes what it exposes; the executor makes the inputs and assumptions of it, in order.

use crate::machine::{Machine, State};
use crate::symbolic::{OFFSET_BITS, Offsets, PointerSym};
use cairn_term::TermId;

impl Machine<'_> {
    /// The base address of an object, the same wherever it is exposed.
    pub fn base_address(&mut self, number: u32) -> TermId {
        let sort = self.terms.bv_sort(OFFSET_BITS);
        self.terms.symbol(&format!("address!{number}"), sort)
    }
    pub fn pointer_to_int(&mut self, state: &State, pointer: &PointerSym) -> TermId {
        let numbers: Vec<u32> = match self.objects_of(pointer.object) {
            Some(set) => set.to_vec(),
            None => {
                let made = state.live.entries().into_iter().map(|(n, _)| n as u32);
                let procedures = (1..self.objects.len()).filter(|n| self.objects[*n].procedure).map(|n| n as u32);
                made.chain(procedures).collect()
            }
        };
        let mut base = self.terms.bv_u64(OFFSET_BITS, 0);
        for number in numbers {
            let made = self.objects[number as usize].procedure || state.live.get(number.into()).is_some();
            if number == 0 || !made {
                continue;
            }
            let constant = self.object_term(number);
            let here = self.terms.eq(pointer.object, constant);
            if self.terms.as_bool_const(here) == Some(false) {
                continue;
            }
            self.exposures.push((number, here));
            let address = self.base_address(number);
            base = self.terms.ite(here, address, base);
        }
        let offset = self.whole_offset(pointer);
        self.terms.bv_add(base, offset)
    }
    /// The objects that are exposed here, with the condition: those of the state, and those the current
    /// statement has exposed so far.
    fn exposed(&mut self, state: &State) -> Vec<(u32, TermId)> {
        let mut exposed = state.exposed.clone();
        for (number, condition) in self.exposures.clone() {
            let before = exposed.get(number.into()).copied().unwrap_or(self.terms.ff());
            let now = self.terms.or(before, condition);
            exposed.insert(number.into(), now);
        }
        exposed.entries().into_iter().map(|(number, condition)| (number as u32, condition)).collect()
    }
    pub fn int_to_pointer(&mut self, state: &State, address: TermId) -> PointerSym {
        let mut result =
            PointerSym { object: self.object_term(0), offset: Offsets::Same(self.offset_from_term(address)) };
        let exposed = self.exposed(state);
        // Objects do not overlap, so an address lies in at most one, and behind at most one. To lie in one
        // comes first.
        for inside in [false, true] {
            for &(number, condition) in &exposed {
                let base = self.base_address(number);
                let distance = self.terms.bv_sub(address, base);
                let here = if inside {
                    let room = self.room(number);
                    self.terms.bv_ult(distance, room)
                } else {
                    self.is_behind(number, distance)
                };
                let procedure = self.objects[number as usize].procedure;
                let live = if procedure { self.terms.tt() } else { self.is_live(state, number) };
                let here = self.terms.and(here, live);
                let here = self.terms.and(here, condition);
                let offset = Offsets::Same(self.offset_from_term(distance));
                let pointer = PointerSym { object: self.object_term(number), offset };
                result = self.choose_pointer(here, &pointer, &result);
            }
        }
        result
    }
    fn is_behind(&mut self, number: u32, distance: TermId) -> TermId {
        let size = self.objects[number as usize].size;
        let zero = self.terms.bv_u64(OFFSET_BITS, 0);
        let (at_end, some) = (self.terms.eq(distance, size), self.terms.distinct(size, zero));
        self.terms.and(at_end, some)
    }
    /// The bytes an object takes up: at least one.
    fn room(&mut self, number: u32) -> TermId {
        let size = self.objects[number as usize].size;
        let (zero, one) = (self.terms.bv_u64(OFFSET_BITS, 0), self.terms.bv_u64(OFFSET_BITS, 1));
        let empty = self.terms.eq(size, zero);
        self.terms.ite(empty, one, size)
    }
    /// What holds of the base address of an object when it is exposed.
    pub fn address_assumption(&mut self, state: &State, number: u32) -> TermId {
        let (base, room) = (self.base_address(number), self.room(number));
        let aligned = match self.objects[number as usize].alignment.trailing_zeros() {
            0 => self.terms.tt(),
            bits => {
                let low = self.terms.extract(base, bits.min(OFFSET_BITS) - 1, 0);
                let not_aligned = self.terms.bv_is_nonzero(low);
                self.terms.not(not_aligned)
            }
        };
        let not_null = self.terms.bv_is_nonzero(base);
        let end = self.terms.bv_add(base, room);
        let wraps = self.terms.bv_uaddo(base, room);
        let bits = (8 * self.program.target.pointer_bytes).min(OFFSET_BITS);
        let highest = self.terms.bv_u64(OFFSET_BITS, u64::MAX >> (OFFSET_BITS - bits));
        let low_enough = self.terms.bv_ule(end, highest);
        let fits = self.terms.not(wraps);
        let mut all = self.terms.and_all(&[aligned, not_null, fits, low_enough]);
        for (other, condition) in state.exposed.entries() {
            let other = other as u32;
            if other == number {
                continue;
            }
            let (other_base, other_room) = (self.base_address(other), self.room(other));
            let other_end = self.terms.bv_add(other_base, other_room);
            let (below, above) = (self.terms.bv_ule(end, other_base), self.terms.bv_ule(other_end, base));
            let apart = self.terms.or(below, above);
            let together = self.lived_together(state, number, other);
            let both = self.terms.and(condition, together);
            let apart = self.terms.implies(both, apart);
            all = self.terms.and(all, apart);
        }
        all
    }
    /// Whether there was a moment when both objects lived: when the later one was made. Procedures always live.
    fn lived_together(&mut self, state: &State, a: u32, b: u32) -> TermId {
        if self.objects[a as usize].procedure || self.objects[b as usize].procedure {
            return self.terms.tt();
        }
        let when_made = |made: u32, other: u32| state.companions.get(made.into())?.get(other.into()).copied();
        let [x, y] = [when_made(a, b), when_made(b, a)].map(|condition| condition.unwrap_or(self.terms.ff()));
        self.terms.or(x, y)
    }
}
