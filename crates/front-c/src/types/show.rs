//! Types as C writes them, for messages: `int (*)[3]`, `const char *`, `struct s`.

use super::{ArrayLength, Float, Integer, Qualified, Qualifiers, RecordId, TypeId, TypeKind, Types};

impl Integer {
    pub fn name(self) -> &'static str {
        use Integer::*;
        match self {
            Char => "char",
            SignedChar => "signed char",
            UnsignedChar => "unsigned char",
            Short => "short",
            UnsignedShort => "unsigned short",
            Int => "int",
            UnsignedInt => "unsigned int",
            Long => "long",
            UnsignedLong => "unsigned long",
            LongLong => "long long",
            UnsignedLongLong => "unsigned long long",
            Int128 => "__int128",
            UnsignedInt128 => "unsigned __int128",
        }
    }
}

impl Float {
    pub fn name(self) -> &'static str {
        use self::Float::*;
        match self {
            Float16 => "_Float16",
            BFloat16 => "__bf16",
            Float => "float",
            Double => "double",
            LongDouble => "long double",
            Float128 => "_Float128",
            Float32 => "_Float32",
            Float64 => "_Float64",
            Float32x => "_Float32x",
            Float64x => "_Float64x",
        }
    }
}

fn qualifier_words(qualifiers: Qualifiers) -> Vec<&'static str> {
    let all = [
        (qualifiers.constant, "const"),
        (qualifiers.volatile, "volatile"),
        (qualifiers.restrict, "restrict"),
        (qualifiers.atomic, "_Atomic"),
    ];
    all.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect()
}

impl Types {
    pub fn show(&self, ty: TypeId) -> String {
        self.show_declaration(Qualified::plain(ty), "")
    }
    pub fn show_qualified(&self, ty: Qualified) -> String {
        self.show_declaration(ty, "")
    }
    pub fn show_record(&self, id: RecordId) -> String {
        let record = &self.records[id];
        match (&record.tag, &record.alias) {
            (Some(tag), _) => format!("{} {tag}", record.kind.word()),
            (None, Some(alias)) => alias.to_string(),
            (None, None) => format!("{} <anonymous>", record.kind.word()),
        }
    }
    /// The type around a declarator, which may be empty.
    pub fn show_declaration(&self, ty: Qualified, inner: &str) -> String {
        let words = qualifier_words(ty.qualifiers);
        match self.kind(ty.ty) {
            TypeKind::Pointer(pointee) => {
                let space = if words.is_empty() || inner.is_empty() { "" } else { " " };
                let pointer = format!("*{}{space}{inner}", words.join(" "));
                let bound = matches!(self.kind(pointee.ty), TypeKind::Array(..) | TypeKind::Function(_));
                self.show_declaration(*pointee, &if bound { format!("({pointer})") } else { pointer })
            }
            TypeKind::Array(element, length) => {
                let length = match length {
                    ArrayLength::Known(length) => length.to_string(),
                    ArrayLength::Unknown => String::new(),
                    ArrayLength::Variable(_) | ArrayLength::Star => "*".into(),
                };
                self.show_declaration(*element, &format!("{inner}[{length}]"))
            }
            TypeKind::Function(function) => {
                let mut parameters: Vec<String> = function.parameters.iter().map(|&p| self.show(p)).collect();
                match (function.prototype, function.variadic) {
                    (true, true) => parameters.push("...".into()),
                    (true, false) if parameters.is_empty() => parameters.push("void".into()),
                    _ => {}
                }
                let inner = format!("{inner}({})", parameters.join(", "));
                self.show_declaration(Qualified::plain(function.result), &inner)
            }
            _ => {
                let mut parts: Vec<String> = words.into_iter().map(str::to_string).collect();
                parts.push(self.base_name(ty.ty));
                if !inner.is_empty() {
                    parts.push(inner.to_string());
                }
                parts.join(" ")
            }
        }
    }
    fn base_name(&self, ty: TypeId) -> String {
        match self.kind(ty) {
            TypeKind::Error => "<error>".into(),
            TypeKind::Void => "void".into(),
            TypeKind::Bool => "_Bool".into(),
            TypeKind::Integer(integer) => integer.name().into(),
            TypeKind::Float(float) => float.name().into(),
            TypeKind::Complex(float) => format!("_Complex {}", float.name()),
            TypeKind::Record(record) => self.show_record(*record),
            TypeKind::Enum(id) => {
                let enumeration = &self.enums[*id];
                match (&enumeration.tag, &enumeration.alias) {
                    (Some(tag), _) => format!("enum {tag}"),
                    (None, Some(alias)) => alias.to_string(),
                    (None, None) => "enum <anonymous>".into(),
                }
            }
            TypeKind::Vector(element, length) => format!("vector of {length} {}", self.show(*element)),
            TypeKind::VaList => "__builtin_va_list".into(),
            TypeKind::Pointer(_) | TypeKind::Array(..) | TypeKind::Function(_) => "?".into(),
        }
    }
}
