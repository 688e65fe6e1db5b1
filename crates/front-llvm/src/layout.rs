//! Sizes, alignments and offsets of LLVM types under a data layout string (LLVM LangRef, "Data Layout").

use crate::syntax::module::{FloatKind, Module, Ty, TypeKind};

/// Types nested deeper than this have no size here.
const MAX_DEPTH: u32 = 150;

#[derive(Clone, Debug)]
pub struct DataLayout {
    /// Of the default address space; 4 and 8 are supported.
    pub pointer_bytes: u64,
    pub big_endian: bool,
    /// Width and ABI alignment in bytes, by width.
    integers: Vec<(u32, u64)>,
    floats: Vec<(u32, u64)>,
    vectors: Vec<(u32, u64)>,
}

/// Whether pointers of an address space have the size of others in a layout.
pub fn is_common_space(layout: &str, space: u64) -> bool {
    let bits = |space: u64| {
        let said = layout.split('-').find_map(|part| part.strip_prefix(&format!("p{space}:")));
        said.and_then(|rest| rest.split(':').next()?.parse::<u64>().ok())
    };
    let common = layout.split('-').find_map(|part| part.strip_prefix("p:")?.split(':').next()?.parse().ok());
    let common = bits(0).or(common).unwrap_or(64);
    bits(space).unwrap_or(common) == common
}

/// Size and alignment in bytes. `size` is what an array element takes (LLVM's allocation size).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub size: u64,
    pub align: u64,
}

impl DataLayout {
    /// Reads the string; what it does not say has LLVM's defaults.
    pub fn new(text: &str) -> Self {
        let mut layout = Self {
            pointer_bytes: 8,
            big_endian: false,
            integers: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (80, 16), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
        };
        if text.is_empty() {
            layout.set(b'i', 64, 8);
        }
        for part in text.split('-') {
            layout.part(part);
        }
        layout
    }
    fn part(&mut self, part: &str) {
        let mut numbers = part.split(':');
        let head = numbers.next().unwrap_or("");
        let first: Option<u64> = numbers.next().and_then(|n| n.parse().ok());
        match head.as_bytes().first() {
            Some(b'E') if head == "E" => self.big_endian = true,
            Some(b'p') if matches!(head, "p" | "p0") => {
                self.pointer_bytes = first.unwrap_or(64) / 8;
            }
            Some(&family @ (b'i' | b'f' | b'v')) => {
                if let (Ok(width), Some(bits)) = (head[1..].parse(), first) {
                    self.set(family, width, (bits / 8).max(1));
                }
            }
            _ => {}
        }
    }
    fn set(&mut self, family: u8, width: u32, align: u64) {
        let list = match family {
            b'i' => &mut self.integers,
            b'f' => &mut self.floats,
            _ => &mut self.vectors,
        };
        list.retain(|(w, _)| *w != width);
        list.push((width, align));
        list.sort_unstable();
    }

    fn integer_align(&self, width: u32) -> u64 {
        // The next wider integer that the layout speaks of, or the widest.
        let wider = self.integers.iter().find(|(w, _)| *w >= width).or(self.integers.last());
        wider.map_or(1, |(_, align)| *align)
    }
    fn float_extent(&self, kind: FloatKind) -> Extent {
        let width = match kind {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        };
        let align = self.floats.iter().find(|(w, _)| *w == width).map_or(1, |(_, align)| *align);
        Extent { size: round_up(u64::from(width) / 8, align), align }
    }

    /// None for types without a size: `void`, functions, opaque structures, scalable vectors.
    pub fn extent(&self, module: &Module, ty: Ty) -> Option<Extent> {
        self.extent_at(module, ty, 0)
    }
    fn extent_at(&self, module: &Module, ty: Ty, depth: u32) -> Option<Extent> {
        if depth > MAX_DEPTH {
            return None;
        }
        match module.types.kind(ty) {
            TypeKind::Int(width) => {
                let align = self.integer_align(*width);
                Some(Extent { size: round_up(u64::from(*width).div_ceil(8), align), align })
            }
            TypeKind::Float(kind) => Some(self.float_extent(*kind)),
            TypeKind::Pointer => Some(Extent { size: self.pointer_bytes, align: self.pointer_bytes }),
            TypeKind::Array(length, element) => {
                let inner = self.extent_at(module, *element, depth + 1)?;
                Some(Extent { size: inner.size.checked_mul(*length)?, align: inner.align })
            }
            TypeKind::Vector(length, element, false) => self.vector_extent(module, *length, *element, depth),
            TypeKind::Struct { .. } => Some(self.fields_at(module, ty, depth)?.1),
            TypeKind::Named(name) => self.extent_at(module, (*module.named_types.get(name)?)?, depth + 1),
            _ => None,
        }
    }
    fn vector_extent(&self, module: &Module, length: u64, element: Ty, depth: u32) -> Option<Extent> {
        let bits = match module.types.kind(element) {
            TypeKind::Int(width) => u64::from(*width),
            _ => self.extent_at(module, element, depth + 1)?.size.checked_mul(8)?,
        };
        let bits = bits.checked_mul(length)?;
        let size = bits.div_ceil(8);
        let stated = self.vectors.iter().find(|(w, _)| u64::from(*w) == bits).map(|(_, align)| *align);
        let align = stated.unwrap_or_else(|| size.next_power_of_two().min(1 << 16));
        Some(Extent { size: round_up(size, align), align })
    }

    /// Offsets of a structure's fields, and its own extent.
    pub fn fields(&self, module: &Module, ty: Ty) -> Option<(Vec<u64>, Extent)> {
        self.fields_at(module, ty, 0)
    }
    fn fields_at(&self, module: &Module, ty: Ty, depth: u32) -> Option<(Vec<u64>, Extent)> {
        match module.types.kind(ty) {
            TypeKind::Named(name) if depth <= MAX_DEPTH => {
                self.fields_at(module, (*module.named_types.get(name)?)?, depth + 1)
            }
            TypeKind::Struct { fields, packed } => {
                let (mut offsets, mut end, mut align) = (Vec::with_capacity(fields.len()), 0u64, 1u64);
                for &field in fields {
                    let inner = self.extent_at(module, field, depth + 1)?;
                    let field_align = if *packed { 1 } else { inner.align };
                    end = round_up(end, field_align);
                    offsets.push(end);
                    end = end.checked_add(inner.size)?;
                    align = align.max(field_align);
                }
                Some((offsets, Extent { size: round_up(end, align), align }))
            }
            _ => None,
        }
    }
}

fn round_up(size: u64, align: u64) -> u64 {
    size.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::read;

    fn extent(text: &str, layout: &str) -> (u64, u64) {
        let text = format!("@x = external global {text}\n");
        let (module, mistakes) = read(&text);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        let extent = DataLayout::new(layout).extent(&module, module.globals[0].ty).unwrap();
        (extent.size, extent.align)
    }

    #[test]
    fn sizes_are_those_of_the_data_layout() {
        let lp64 = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
        let ilp32 = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128";
        assert_eq!(extent("{ i32, i8, double, { i32 } }", lp64), (24, 8));
        assert_eq!(extent("{ i8, i64 }", lp64), (16, 8));
        assert_eq!(extent("{ i8, i64 }", ilp32), (12, 4));
        assert_eq!(extent("{ i8, double, i8* }", ilp32), (16, 4));
        assert_eq!(extent("<{ i8, i64 }>", lp64), (9, 1));
        assert_eq!(extent("[3 x { i16, i8 }]", lp64), (12, 2));
        assert_eq!(extent("x86_fp80", lp64), (16, 16));
        assert_eq!(extent("x86_fp80", ilp32), (12, 4));
        assert_eq!(extent("i24", lp64), (4, 4));
        assert_eq!(extent("<4 x i32>", lp64), (16, 16));
    }
}
