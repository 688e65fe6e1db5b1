//! Types.

use super::Reader;
use crate::layout::is_common_space;
use crate::syntax::cursor::Read;
use crate::syntax::module::{FloatKind, Ty, TypeKind};

impl<'a> Reader<'a> {
    pub(super) fn ty(&mut self) -> Read<Ty> {
        self.deeper(Self::ty_here)
    }

    fn ty_here(&mut self) -> Read<Ty> {
        let kind = match self.cursor.byte() {
            b'%' => TypeKind::Named(self.cursor.name(b'%')?),
            b'[' => self.array_type()?,
            b'<' => self.angle_type()?,
            b'{' => self.struct_type(false)?,
            _ => self.word_type()?,
        };
        let ty = self.module.types.intern(kind);
        self.type_suffix(ty)
    }

    /// `*`, `addrspace(n)*` and parameter lists behind a type.
    fn type_suffix(&mut self, mut ty: Ty) -> Read<Ty> {
        let mut pointer = TypeKind::Pointer;
        loop {
            if self.cursor.take(b'*') {
                ty = self.module.types.intern(std::mem::replace(&mut pointer, TypeKind::Pointer));
            } else if self.cursor.byte() == b'(' {
                ty = self.function_type(ty)?;
            } else if self.cursor.peek_word() == "addrspace" {
                self.cursor.word();
                let mut space = self.cursor;
                self.cursor.balanced()?;
                // A name instead of a number is not told from the default.
                if space.take(b'(') && space.at_digit() && !is_common_space(self.module.data_layout, space.number()?) {
                    pointer = TypeKind::Other("ptr of another size");
                }
                if *self.module.types.kind(ty) == TypeKind::Pointer {
                    // `ptr addrspace(1)`; in `i32 addrspace(1)*` the star follows.
                    if self.cursor.byte() != b'*' {
                        ty = self.module.types.intern(std::mem::replace(&mut pointer, TypeKind::Pointer));
                    }
                }
            } else {
                return Ok(ty);
            }
        }
    }
    fn function_type(&mut self, result: Ty) -> Read<Ty> {
        self.cursor.expect(b'(')?;
        let mut variadic = false;
        let mut parameters = Vec::new();
        if !self.cursor.take(b')') {
            loop {
                if self.cursor.take_word("...") {
                    variadic = true;
                } else {
                    parameters.push(self.ty()?);
                    self.attributes()?;
                }
                if self.cursor.take(b')') {
                    break;
                }
                self.cursor.expect(b',')?;
            }
        }
        Ok(self.module.types.intern(TypeKind::Function { result, parameters, variadic }))
    }

    fn array_type(&mut self) -> Read<TypeKind<'a>> {
        self.cursor.expect(b'[')?;
        let length = self.cursor.number()?;
        self.cursor.expect_word("x")?;
        let element = self.ty()?;
        self.cursor.expect(b']')?;
        Ok(TypeKind::Array(length, element))
    }
    /// `<4 x i32>`, `<vscale x 4 x i32>`, `<{ i8, i32 }>`.
    fn angle_type(&mut self) -> Read<TypeKind<'a>> {
        self.cursor.expect(b'<')?;
        if self.cursor.byte() == b'{' {
            let kind = self.struct_type(true)?;
            self.cursor.expect(b'>')?;
            return Ok(kind);
        }
        let scalable = self.cursor.take_word("vscale");
        if scalable {
            self.cursor.expect_word("x")?;
        }
        let length = self.cursor.number()?;
        self.cursor.expect_word("x")?;
        let element = self.ty()?;
        self.cursor.expect(b'>')?;
        Ok(TypeKind::Vector(length, element, scalable))
    }
    fn struct_type(&mut self, packed: bool) -> Read<TypeKind<'a>> {
        self.cursor.expect(b'{')?;
        let fields = self.list(b'}', Self::ty)?;
        Ok(TypeKind::Struct { fields, packed })
    }

    fn word_type(&mut self) -> Read<TypeKind<'a>> {
        let word = self.cursor.peek_word();
        let Some(kind) = Self::type_of_word(word) else {
            return self.cursor.stop(format!("expected a type, found {}", self.cursor.found()));
        };
        self.cursor.word();
        if word == "target" {
            self.cursor.balanced()?;
        }
        Ok(kind)
    }
    fn type_of_word(word: &'a str) -> Option<TypeKind<'a>> {
        Some(match word {
            "void" => TypeKind::Void,
            "ptr" => TypeKind::Pointer,
            "half" => TypeKind::Float(FloatKind::Half),
            "bfloat" => TypeKind::Float(FloatKind::BFloat),
            "float" => TypeKind::Float(FloatKind::Float),
            "double" => TypeKind::Float(FloatKind::Double),
            "x86_fp80" => TypeKind::Float(FloatKind::X86Fp80),
            "fp128" => TypeKind::Float(FloatKind::Fp128),
            "ppc_fp128" => TypeKind::Float(FloatKind::PpcFp128),
            "label" => TypeKind::Label,
            "metadata" => TypeKind::Metadata,
            "token" => TypeKind::Token,
            "x86_mmx" | "x86_amx" | "target" | "opaque" => TypeKind::Other(word),
            // LLVM's own limit of widths.
            _ => match word.strip_prefix('i')?.parse::<u32>() {
                Ok(width) if (1..=1 << 23).contains(&width) => TypeKind::Int(width),
                _ => return None,
            },
        })
    }
    /// Whether a type, and not an attribute, stands here.
    pub(super) fn at_type(&self) -> bool {
        matches!(self.cursor.byte(), b'%' | b'[' | b'<' | b'{') || Self::type_of_word(self.cursor.peek_word()).is_some()
    }
}
