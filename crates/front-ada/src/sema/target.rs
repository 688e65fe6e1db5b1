//! Target configurations: predefined types of another machine.
//!
//! Two forms are read: a package Standard as SPARK's tools have it (`type Integer is range …`), and the table of sizes
//! that GNAT writes with `-gnatet=FILE` and reads with `-gnateT=FILE`, which is turned into the first. A table of a
//! machine whose bytes or addresses are others than ours is refused: package System is that of 64-bit Linux.

use super::entities::*;
use super::types::*;
use super::value::Value;
use super::{Analyzer, Resolved, Stop};
use crate::codes;
use crate::syntax::ast::{self, DeclarationKind, TypeDefinition, UnitKind};
use cairn_base::{Diagnostic, Span};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The text of a target configuration file: its name and contents.
pub type TargetConfig = Option<(String, String)>;

/// Predefined integer types, and the entries of GNAT's table with their sizes.
const INTEGERS: [(&str, &str); 6] = [
    ("Short_Short_Integer", "Char_Size"),
    ("Short_Integer", "Short_Size"),
    ("Integer", "Int_Size"),
    ("Long_Integer", "Long_Size"),
    ("Long_Long_Integer", "Long_Long_Size"),
    ("Long_Long_Long_Integer", "Long_Long_Long_Size"),
];
/// Predefined floating types, and the formats of GNAT's table that have their digits.
const FLOATS: [(&str, &str); 4] =
    [("Short_Float", "float"), ("Float", "float"), ("Long_Float", "double"), ("Long_Long_Float", "long double")];
/// Entries that must be as they are here.
const FIXED: [(&str, u32, &str); 4] = [
    ("Bits_Per_Unit", 8, "bytes of another size than 8 bits"),
    ("Bits_BE", 0, "the most significant bit first"),
    ("Bytes_BE", 0, "the most significant byte first"),
    ("Pointer_Size", 64, "addresses of another size than 64 bits"),
];

/// A table of GNAT's as a package Standard, or why it cannot be used; none if the text is no such table.
fn gnat_package(text: &str) -> Option<Result<String, String>> {
    let mut sizes: BTreeMap<&str, u32> = BTreeMap::new();
    let mut digits: BTreeMap<String, u32> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match line.split_whitespace().collect::<Vec<_>>().as_slice() {
            [name, size] => {
                sizes.insert(name, size.parse().ok()?);
            }
            // Name (of one or two words), digits, kind of format, size and alignment in bits.
            [name @ .., number, _, size, alignment] if !name.is_empty() => {
                let _: (u32, u32) = (size.parse().ok()?, alignment.parse().ok()?);
                digits.insert(name.join(" "), number.parse().ok()?);
            }
            _ => return None,
        }
    }
    sizes.contains_key("Bits_Per_Unit").then(|| package_of(&sizes, &digits))
}

fn package_of(sizes: &BTreeMap<&str, u32>, digits: &BTreeMap<String, u32>) -> Result<String, String> {
    for (name, wanted, what) in FIXED {
        match sizes.get(name) {
            Some(found) if *found == wanted => {}
            Some(_) => return Err(format!("{what} are not supported ({name})")),
            None => return Err(format!("the entry {name} is missing")),
        }
    }
    let mut package = "package Standard is\n".to_owned();
    for (name, entry) in INTEGERS {
        let bits = match sizes.get(entry) {
            // Older tables lack it.
            None if entry == "Long_Long_Long_Size" => continue,
            None => return Err(format!("the entry {entry} is missing")),
            Some(bits @ 8..=128) => bits - 1,
            Some(bits) => return Err(format!("{entry} cannot be {bits}")),
        };
        let _ = writeln!(package, "   type {name} is range -(2 ** {bits}) .. 2 ** {bits} - 1;");
    }
    for (name, format) in FLOATS {
        let digits = digits.get(format).ok_or_else(|| format!("the format `{format}` is missing"))?;
        let _ = writeln!(package, "   type {name} is digits {digits};");
    }
    package.push_str("end Standard;\n");
    Ok(package)
}

impl Analyzer<'_> {
    /// Replaces predefined types by those of a configuration file, which may also be a table of GNAT's.
    pub(super) fn configure(&mut self, name: &str, text: &str) -> Resolved<()> {
        let made = match gnat_package(text) {
            None => text.to_owned(),
            Some(Ok(package)) => package,
            Some(Err(why)) => return self.refuse_target(format!("`{name}`: {why}")),
        };
        let before = self.diagnostics.len();
        let units = self.parse(name.to_owned(), made);
        let is_standard = |unit: &ast::CompilationUnit| match &unit.kind {
            UnitKind::Package(package) => self.symbol_text(package.name.last.symbol) == "standard",
            _ => false,
        };
        if !units.units.iter().any(is_standard) {
            // What is wrong with it as Ada text helps nobody who gave another file.
            self.diagnostics.truncate(before);
            return self.refuse_target(format!(
                "`{name}` is no target configuration: it is neither a package Standard nor a table that GNAT writes (`-gnatet=FILE`)"
            ));
        }
        self.configure_types(&units)
    }
    fn refuse_target(&mut self, message: String) -> Resolved<()> {
        self.diagnostics.push(Diagnostic::error(codes::BAD_TARGET_CONFIG, message));
        Err(Stop::Reported)
    }
    fn configure_types(&mut self, units: &ast::SourceUnits) -> Resolved<()> {
        for unit in &units.units {
            let UnitKind::Package(package) = &unit.kind else { continue };
            if self.symbol_text(package.name.last.symbol) != "standard" {
                continue;
            }
            for declaration in &package.visible {
                if let DeclarationKind::Type(declaration) = &declaration.kind {
                    self.configure_type(declaration)?;
                }
            }
        }
        Ok(())
    }

    fn configure_type(&mut self, declaration: &ast::TypeDeclaration) -> Resolved<()> {
        let found = self.lookup(declaration.name.symbol);
        let existing = found.first().and_then(|&e| match self.a.entities[e].kind {
            EntityKind::Type(ty) => Some(ty),
            _ => None,
        });
        match &declaration.definition {
            TypeDefinition::Range(low, high) => {
                let (low, high) = (self.static_integer(low)?, self.static_integer(high)?);
                if low > high {
                    return self.error(codes::BAD_TARGET_CONFIG, declaration.span, "this range is empty");
                }
                let ty = match existing {
                    Some(ty) => ty,
                    None => {
                        let spelled = self.text(declaration.name.span).to_string();
                        let kind = TypeKind::Signed { low: low.clone(), high: high.clone() };
                        let ty = self.new_type(&spelled, kind);
                        self.declare_type(&spelled, ty, declaration.name.span);
                        ty
                    }
                };
                self.a.types[ty].kind = TypeKind::Signed { low: low.clone(), high: high.clone() };
                self.set_first_subtype_range(ty, Value::Int(low), Value::Int(high.clone()), declaration.span);
                if ty == self.a.standard.integer {
                    self.configure_integer_subtypes(high, declaration.span);
                }
                Ok(())
            }
            TypeDefinition::Floating(digits, _) => {
                let digits = self.static_integer(digits)?;
                let size = match u32::try_from(&digits) {
                    Ok(0..=6) => FloatSize::Single,
                    Ok(7..=15) => FloatSize::Double,
                    Ok(16..=18) => FloatSize::Extended,
                    _ => {
                        let message = "no format of this machine has so many digits";
                        return self.error(codes::BAD_TARGET_CONFIG, declaration.span, message);
                    }
                };
                // Types of other names are the program's own business.
                if let Some(ty) = existing {
                    self.a.types[ty].kind = TypeKind::Float { size, digits: u32::try_from(&digits).unwrap_or(0) };
                }
                Ok(())
            }
            _ => self.error(codes::BAD_TARGET_CONFIG, declaration.span, "only ranges and digits can be configured"),
        }
    }

    fn configure_integer_subtypes(&mut self, high: BigInt, span: Span) {
        let base = self.a.types[self.a.standard.integer].base;
        for (ty, low) in [(self.a.standard.natural, 0), (self.a.standard.positive, 1)] {
            self.a.types[ty].base = base;
            self.a.types[ty].range = Some(self.static_range(base, Value::int(low), Value::Int(high.clone()), span));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "Bits_BE 0\nBits_Per_Unit 8\nBytes_BE 0\nChar_Size 8\nInt_Size 16\nLong_Long_Size 64\n\
                         Long_Size 32\nPointer_Size 64\nShort_Size 16\n\nfloat 6 I 32 32\ndouble 15 I 64 64\n\
                         long double 18 I 80 128\n";

    #[test]
    fn tables_are_told_from_packages() {
        assert_eq!(gnat_package("package Standard is\nend Standard;\n"), None);
        assert_eq!(gnat_package("procedure P is\nbegin\n   null;\nend P;\n"), None);
        let package = gnat_package(TABLE).and_then(Result::ok).unwrap_or_default();
        assert!(package.contains("type Integer is range -(2 ** 15) .. 2 ** 15 - 1;"), "{package}");
        assert!(package.contains("type Long_Long_Float is digits 18;"), "{package}");
    }

    #[test]
    fn other_machines_are_refused() {
        for (from, to) in [("Bytes_BE 0", "Bytes_BE 1"), ("Pointer_Size 64", "Pointer_Size 32"), ("Int_Size 16\n", "")]
        {
            assert!(matches!(gnat_package(&TABLE.replace(from, to)), Some(Err(_))), "{to}");
        }
    }
}
