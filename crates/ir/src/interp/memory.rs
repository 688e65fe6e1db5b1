//! Memory objects of one execution: bytes with a size and a lifetime, and the addresses of those that
//! were exposed.
//!
//! Objects up to [`DENSE_BYTES`] hold all their bytes; larger ones a repeated pattern and what was written
//! since, so that an allocation of a terabyte costs nothing. Which bytes belong to stored pointers is kept
//! beside the bytes. The contents of an object go with its life; its size and kind stay.

use super::Outcome;
use crate::layout::{Layout, LayoutError};
use crate::program::{ProcId, VarId};
use crate::types::{TypeId, TypeKind};
use crate::value::{Bits, Byte, ObjectId, Pointer, Value};
use cairn_base::{Span, Table};
use std::collections::BTreeMap;

/// Larger objects are kept as a pattern with exceptions.
const DENSE_BYTES: u64 = 1 << 24;
/// What one written byte of a large object, or one byte of a pointer, is counted as.
const ENTRY_BYTES: u64 = 48;
/// Objects are not larger: offsets stay worth something ([`Pointer::MAX_OFFSET`]).
pub const MAX_OBJECT: u64 = Pointer::MAX_OFFSET as u64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Procedure(ProcId),
    /// An addressable variable, in one activation of its procedure (0 for globals).
    Variable {
        variable: VarId,
        activation: u32,
    },
    Heap,
    Stack,
}

/// What stays known about an object after its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    pub kind: ObjectKind,
    pub size: u64,
    /// Its address is a multiple of this power of two.
    pub alignment: u64,
    /// Type of the variable, or of the elements of an allocation.
    pub ty: Option<TypeId>,
    pub live: bool,
    /// Where it was declared or allocated.
    pub span: Option<Span>,
}

enum Bytes {
    Dense(Vec<u8>),
    Patterned { pattern: Vec<u8>, written: BTreeMap<u64, u8> },
}

struct Object {
    info: ObjectInfo,
    /// When it began and ended, on the memory's clock.
    born: u64,
    died: u64,
    bytes: Bytes,
    /// Bytes that are parts of pointers, by offset. The byte in `bytes` is then meaningless.
    parts: BTreeMap<u64, (Pointer, u8)>,
}

pub struct Memory {
    objects: Table<ObjectId, Object>,
    /// Counts beginnings and ends of objects.
    clock: u64,
    used: u64,
    limit: u64,
}

impl Memory {
    pub fn new(limit: u64) -> Self {
        Self { objects: Table::new(), clock: 0, used: 0, limit }
    }
    /// Counts memory that lives elsewhere (values of variables).
    pub fn charge(&mut self, bytes: u64) -> Result<(), Outcome> {
        let used = self.used.saturating_add(bytes);
        if used > self.limit {
            return Err(Outcome::TooMuchMemory);
        }
        self.used = used;
        Ok(())
    }
    pub fn discharge(&mut self, bytes: u64) {
        self.used = self.used.saturating_sub(bytes);
    }
    /// Whether a value of so many bytes or scalars may be made at all.
    pub fn affords(&self, amount: u64) -> Result<(), Outcome> {
        if amount <= self.limit { Ok(()) } else { Err(Outcome::TooMuchMemory) }
    }

    /// A new live object whose bytes repeat a pattern (zero if that is empty).
    pub fn create(&mut self, info: ObjectInfo, pattern: &[u8]) -> Result<ObjectId, Outcome> {
        let size = info.size;
        if size > MAX_OBJECT || self.objects.len() >= u32::MAX as usize {
            return Err(Outcome::TooMuchMemory);
        }
        let pattern = if pattern.is_empty() { &[0] } else { pattern };
        let bytes = if size <= DENSE_BYTES {
            self.charge(size + ENTRY_BYTES)?;
            let mut bytes = vec![0; size as usize];
            if pattern.iter().any(|b| *b != 0) {
                bytes.chunks_mut(pattern.len()).for_each(|chunk| chunk.copy_from_slice(&pattern[..chunk.len()]));
            }
            Bytes::Dense(bytes)
        } else {
            self.charge(pattern.len() as u64 + ENTRY_BYTES)?;
            Bytes::Patterned { pattern: pattern.to_vec(), written: BTreeMap::new() }
        };
        self.clock += 1;
        Ok(self.objects.push(Object { info, born: self.clock, died: u64::MAX, bytes, parts: BTreeMap::new() }))
    }
    /// Ends a life; nothing happens to what is not alive.
    pub fn end(&mut self, id: ObjectId) {
        let now = self.clock + 1;
        let Some(object) = self.object_mut(id).filter(|o| o.info.live) else { return };
        object.info.live = false;
        object.died = now;
        let held = match &object.bytes {
            Bytes::Dense(bytes) => bytes.len() as u64,
            Bytes::Patterned { pattern, written } => pattern.len() as u64 + written.len() as u64 * ENTRY_BYTES,
        };
        let held = held + object.parts.len() as u64 * ENTRY_BYTES;
        object.bytes = Bytes::Dense(Vec::new());
        object.parts.clear();
        self.clock = now;
        self.discharge(held);
    }
    /// Whether there was a moment when both lived.
    fn lived_together(&self, a: ObjectId, b: ObjectId) -> bool {
        let (a, b) = (&self.objects[a], &self.objects[b]);
        a.born < b.died && b.born < a.died
    }
    pub fn info(&self, id: ObjectId) -> Option<&ObjectInfo> {
        self.objects.get(id).map(|o| &o.info)
    }
    pub fn infos(&self) -> Vec<ObjectInfo> {
        self.objects.values().map(|o| o.info).collect()
    }
    fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let known = self.objects.get(id).is_some();
        known.then(|| &mut self.objects[id])
    }
    /// The object of a pointer, if it has one.
    pub fn pointed(&self, pointer: Pointer) -> Option<&ObjectInfo> {
        self.info(pointer.object?)
    }
    pub fn is_live(&self, pointer: Pointer) -> bool {
        self.pointed(pointer).is_some_and(|info| info.live)
    }
    /// Whether so many bytes from the pointer on lie in a live object. Procedures have no bytes, not
    /// even none.
    pub fn is_valid(&self, pointer: Pointer, bytes: u64) -> bool {
        self.pointed(pointer).is_some_and(|info| {
            let end = i128::from(pointer.offset) + i128::from(bytes);
            let data = !matches!(info.kind, ObjectKind::Procedure(_));
            info.live && data && pointer.offset >= 0 && end <= i128::from(info.size)
        })
    }
    /// The object and offset of a valid access.
    fn access(&self, pointer: Pointer, bytes: u64) -> Option<(&Object, u64)> {
        let object = pointer.object.filter(|_| self.is_valid(pointer, bytes))?;
        Some((self.objects.get(object)?, pointer.offset as u64))
    }

    /// The value of a type at a pointer; the zero value unless all its bytes lie in a live object.
    pub fn load(&self, layout: &Layout, pointer: Pointer, ty: TypeId) -> Result<Value, Outcome> {
        let size = layout.size(ty).ok_or_else(not_storable)?;
        let Some((object, offset)) = self.access(pointer, size) else {
            self.affords(layout.scalars(ty))?;
            return layout.zero(ty).ok_or_else(not_storable);
        };
        if let (Some(TypeKind::Int(width)), true, Bytes::Dense(bytes)) =
            (layout.kind(ty), object.parts.is_empty() && size <= 8, &object.bytes)
        {
            let bytes = &bytes[offset as usize..(offset + size) as usize];
            return Ok(Value::Int(Bits::from_u64(*width, number(bytes, layout.target().big_endian))));
        }
        self.affords(size.saturating_mul(ENTRY_BYTES).max(layout.scalars(ty)))?;
        layout.decode(&object.read(offset, size), ty).map_err(outcome_of)
    }
    /// Does nothing unless all bytes of the value lie in a live object.
    pub fn store(&mut self, layout: &Layout, pointer: Pointer, ty: TypeId, value: &Value) -> Result<(), Outcome> {
        let size = layout.size(ty).ok_or_else(not_storable)?;
        if !self.is_valid(pointer, size) {
            return Ok(());
        }
        self.affords(size.saturating_mul(ENTRY_BYTES))?;
        let bytes = layout.encode(value, ty).map_err(outcome_of)?;
        self.write(pointer, &bytes)
    }
    /// `bytes` bytes from a pointer on; zero where there is no live object.
    pub fn read_clipped(&self, pointer: Pointer, bytes: u64) -> Result<Vec<Byte>, Outcome> {
        self.affords(bytes.saturating_mul(ENTRY_BYTES))?;
        let mut result = vec![Byte::Plain(0); bytes as usize];
        if let Some((start, count)) = self.clip(pointer, bytes)
            && let Some((object, offset)) = self.access(start, count)
        {
            let skipped = (i128::from(start.offset) - i128::from(pointer.offset)) as usize;
            result[skipped..skipped + count as usize].copy_from_slice(&object.read(offset, count));
        }
        Ok(result)
    }
    /// The part of an access that lies in the live object: where it starts, and how many bytes.
    pub fn clip(&self, pointer: Pointer, bytes: u64) -> Option<(Pointer, u64)> {
        let info = self.pointed(pointer).filter(|info| info.live)?;
        let end = (i128::from(pointer.offset) + i128::from(bytes)).min(info.size.into());
        let start = pointer.offset.max(0);
        let count = u64::try_from(end - i128::from(start)).ok().filter(|n| *n > 0)?;
        Some((Pointer { offset: start, ..pointer }, count))
    }
    /// Writes what lies in a live object.
    pub fn write(&mut self, pointer: Pointer, bytes: &[Byte]) -> Result<(), Outcome> {
        let Some((start, count)) = self.clip(pointer, bytes.len() as u64) else { return Ok(()) };
        let skipped = (i128::from(start.offset) - i128::from(pointer.offset)) as usize;
        let bytes = &bytes[skipped..skipped + count as usize];
        let Some(object) = start.object.and_then(|id| self.object_mut(id)) else { return Ok(()) };
        let growth = object.write(start.offset as u64, bytes);
        self.charge(growth)
    }
    pub fn fill(&mut self, pointer: Pointer, byte: u8, bytes: u64) -> Result<(), Outcome> {
        let Some((start, count)) = self.clip(pointer, bytes) else { return Ok(()) };
        let Some(object) = start.object.and_then(|id| self.object_mut(id)) else { return Ok(()) };
        let offset = start.offset as u64;
        if count == object.info.size {
            object.fill_all(byte);
            return Ok(());
        }
        if let Bytes::Dense(content) = &mut object.bytes {
            content[offset as usize..(offset + count) as usize].fill(byte);
            object.forget_parts(offset, count);
            return Ok(());
        }
        self.affords(count.saturating_mul(ENTRY_BYTES))?;
        self.write(start, &vec![Byte::Plain(byte); count as usize])
    }
}

impl Object {
    fn read(&self, offset: u64, count: u64) -> Vec<Byte> {
        let mut bytes: Vec<Byte> = match &self.bytes {
            Bytes::Dense(bytes) => {
                bytes[offset as usize..(offset + count) as usize].iter().map(|b| Byte::Plain(*b)).collect()
            }
            Bytes::Patterned { pattern, written } => (offset..offset + count)
                .map(|at| {
                    let original = || pattern[(at % pattern.len() as u64) as usize];
                    Byte::Plain(written.get(&at).copied().unwrap_or_else(original))
                })
                .collect(),
        };
        for (at, (pointer, part)) in self.parts.range(offset..offset + count) {
            bytes[(at - offset) as usize] = Byte::PartOf { pointer: *pointer, part: *part };
        }
        bytes
    }
    /// Returns how much memory is needed beyond what was.
    fn write(&mut self, offset: u64, bytes: &[Byte]) -> u64 {
        self.forget_parts(offset, bytes.len() as u64);
        let mut growth = 0;
        for (at, byte) in (offset..).zip(bytes) {
            let plain = match byte {
                Byte::Plain(plain) => *plain,
                Byte::PartOf { pointer, part } => {
                    self.parts.insert(at, (*pointer, *part));
                    growth += ENTRY_BYTES;
                    0
                }
            };
            match &mut self.bytes {
                Bytes::Dense(content) => content[at as usize] = plain,
                Bytes::Patterned { written, .. } => {
                    if written.insert(at, plain).is_none() {
                        growth += ENTRY_BYTES;
                    }
                }
            }
        }
        growth
    }
    fn forget_parts(&mut self, offset: u64, count: u64) {
        if self.parts.is_empty() {
            return;
        }
        let gone: Vec<u64> = self.parts.range(offset..offset + count).map(|(at, _)| *at).collect();
        gone.iter().for_each(|at| {
            self.parts.remove(at);
        });
    }
    fn fill_all(&mut self, byte: u8) {
        self.parts.clear();
        match &mut self.bytes {
            Bytes::Dense(content) => content.fill(byte),
            other => *other = Bytes::Patterned { pattern: vec![byte], written: BTreeMap::new() },
        }
    }
}

fn number(bytes: &[u8], big_endian: bool) -> u64 {
    let join = |sum: u64, byte: &u8| (sum << 8) | u64::from(*byte);
    if big_endian { bytes.iter().fold(0, join) } else { bytes.iter().rev().fold(0, join) }
}

pub fn not_storable() -> Outcome {
    Outcome::BadProgram("a value in memory of a type that cannot live there".into())
}
pub fn outcome_of(error: LayoutError) -> Outcome {
    match error {
        LayoutError::TooLarge(_) => Outcome::TooMuchMemory,
        other => Outcome::BadProgram(other.to_string()),
    }
}

/// Base addresses of exposed objects. Those that lived at the same time do not overlap; an object of no bytes
/// takes up one.
#[derive(Default)]
pub struct Addresses {
    base_of: BTreeMap<ObjectId, u64>,
    /// Objects that may still live, with the bytes they take up. They do not overlap.
    by_base: BTreeMap<u64, (ObjectId, u64)>,
}

impl Addresses {
    pub fn base(&self, object: ObjectId) -> Option<u64> {
        self.base_of.get(&object).copied()
    }
    /// Accepts a base address that is aligned, not null, leaves room for the object and the address after it,
    /// and overlaps no other exposed object that lived when it did.
    pub fn expose(&mut self, object: ObjectId, base: u64, memory: &Memory, pointer_bytes: u32) -> bool {
        let Some(info) = memory.info(object) else { return false };
        let room = info.size.max(1);
        let highest = if pointer_bytes >= 8 { u64::MAX } else { (1 << (8 * pointer_bytes)) - 1 };
        let Some(end) = base.checked_add(room).filter(|end| *end <= highest) else { return false };
        let apart = |(other, start): (&ObjectId, &u64)| {
            let room = memory.info(*other).map_or(1, |info| info.size.max(1));
            start + room <= base || end <= *start || !memory.lived_together(object, *other)
        };
        if base == 0 || !base.is_multiple_of(info.alignment) || !self.base_of.iter().all(apart) {
            return false;
        }
        self.base_of.insert(object, base);
        if info.live {
            // What lies here and is still noted has ended: else they would have lived together.
            while let Some((from, _)) =
                self.by_base.range(..end).next_back().filter(|(from, (_, room))| *from + room > base)
            {
                let from = *from;
                self.by_base.remove(&from);
            }
            self.by_base.insert(base, (object, room));
        }
        true
    }
    /// The pointer with an address: into a live exposed object, or one past its end if it is in none.
    pub fn find(&self, address: u64, memory: &Memory) -> Option<Pointer> {
        let live = |object: ObjectId| memory.info(object).is_some_and(|info| info.live);
        let (base, (object, room)) = self.by_base.range(..=address).next_back()?;
        let pointer = Pointer { object: Some(*object), offset: (address - base) as i64 };
        if address - base < *room && live(*object) {
            return Some(pointer);
        }
        // Not inside. The end of an object may be the base of a dead one.
        let (base, (object, _)) = self.by_base.range(..address).next_back()?;
        let size = memory.info(*object)?.size;
        let pointer = Pointer { object: Some(*object), offset: (address - base) as i64 };
        (address - base == size && live(*object)).then_some(pointer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap(size: u64) -> ObjectInfo {
        ObjectInfo { kind: ObjectKind::Heap, size, alignment: 16, ty: None, live: true, span: None }
    }
    fn at(object: ObjectId, offset: i64) -> Pointer {
        Pointer { object: Some(object), offset }
    }

    #[test]
    fn accesses_are_clipped_to_live_objects() {
        let mut memory = Memory::new(1 << 20);
        let object = memory.create(heap(4), &[]).unwrap();
        let bytes = [1, 2, 3, 4, 5, 6].map(Byte::Plain);
        memory.write(at(object, -1), &bytes).unwrap();
        let read = memory.read_clipped(at(object, -2), 8).unwrap();
        assert_eq!(read, [0, 0, 2, 3, 4, 5, 0, 0].map(Byte::Plain));
        assert!(memory.is_valid(at(object, 4), 0) && !memory.is_valid(at(object, 4), 1));
        assert!(!memory.is_valid(at(object, 1), u64::MAX));
        memory.end(object);
        assert_eq!(memory.read_clipped(at(object, 0), 2).unwrap(), [Byte::Plain(0); 2]);
        assert!(!memory.is_valid(at(object, 0), 0));
    }

    #[test]
    fn huge_objects_cost_what_is_written() {
        let mut memory = Memory::new(1 << 20);
        let object = memory.create(heap(1 << 40), &[7, 8]).unwrap();
        memory.write(at(object, 1 << 39), &[Byte::Plain(1)]).unwrap();
        let read = memory.read_clipped(at(object, (1 << 39) - 1), 3).unwrap();
        assert_eq!(read, [8, 1, 8].map(Byte::Plain));
        memory.fill(at(object, 0), 3, 1 << 40).unwrap();
        assert_eq!(memory.read_clipped(at(object, 1 << 39), 1).unwrap(), [Byte::Plain(3)]);
        assert_eq!(memory.fill(at(object, 1), 3, 1 << 39), Err(Outcome::TooMuchMemory));
        assert_eq!(memory.create(heap(1 << 63), &[]), Err(Outcome::TooMuchMemory));
        assert_eq!(memory.create(heap(1 << 21), &[]), Err(Outcome::TooMuchMemory));
    }

    #[test]
    fn addresses_do_not_overlap() {
        let mut memory = Memory::new(1 << 20);
        let [a, b, c] = [16, 0, 32].map(|size| memory.create(heap(size), &[]).unwrap());
        let mut addresses = Addresses::default();
        assert!(!addresses.expose(a, 0, &memory, 8) && !addresses.expose(a, 8, &memory, 8));
        assert!(!addresses.expose(a, 0xffff_fff0, &memory, 4));
        assert!(addresses.expose(a, 32, &memory, 8));
        assert!(!addresses.expose(c, 16, &memory, 8));
        assert_eq!(addresses.find(48, &memory), Some(at(a, 16)));
        assert!(addresses.expose(b, 48, &memory, 8));
        assert_eq!(addresses.find(48, &memory), Some(at(b, 0)));
        assert_eq!(addresses.find(49, &memory), None);
        assert_eq!(addresses.find(47, &memory), Some(at(a, 15)));
        memory.end(b);
        assert_eq!(addresses.find(48, &memory), Some(at(a, 16)));
        assert_eq!(addresses.find(31, &memory), None);
    }

    #[test]
    fn memory_is_used_again() {
        let mut memory = Memory::new(1 << 20);
        let [a, b] = [16, 16].map(|size| memory.create(heap(size), &[]).unwrap());
        let mut addresses = Addresses::default();
        assert!(addresses.expose(a, 32, &memory, 8));
        memory.end(a);
        let c = memory.create(heap(32), &[]).unwrap();
        // It lived when `a` did, though it is looked at only now.
        assert!(!addresses.expose(b, 32, &memory, 8) && addresses.expose(b, 64, &memory, 8));
        assert!(!addresses.expose(c, 48, &memory, 8) && addresses.expose(c, 32, &memory, 8));
        assert_eq!(addresses.find(40, &memory), Some(at(c, 8)));
    }
}
