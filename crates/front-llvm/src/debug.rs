//! Debug information: where an instruction comes from, what a variable is called and how its type is written.
//!
//! Nodes are parsed when they are asked for: most of a module with debug information is never looked at.
//!
//! Deliberately absent: locations of variables that are not a whole register or stack slot.

use crate::syntax::cursor::Cursor;
use crate::syntax::module::Module;
use rustc_hash::FxHashMap;

/// A parsed node: its kind (`DILocation`; empty for a plain list) and its fields as texts.
#[derive(Clone, Debug, Default)]
pub struct Node<'a> {
    pub kind: &'a str,
    fields: Vec<(&'a str, &'a str)>,
}

impl<'a> Node<'a> {
    pub fn field(&self, name: &str) -> Option<&'a str> {
        self.fields.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }
    pub fn number(&self, name: &str) -> Option<i64> {
        self.field(name)?.parse().ok()
    }
    /// A quoted text without its quotes.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.field(name)?.strip_prefix('"')?.strip_suffix('"')
    }
    /// A reference `!7`.
    pub fn reference(&self, name: &str) -> Option<u32> {
        reference(self.field(name)?)
    }
    /// The references of a plain list.
    pub fn items(&self) -> impl Iterator<Item = u32> + '_ {
        self.items_with_gaps().flatten()
    }
    /// The items of a plain list as they are written.
    pub fn texts(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.fields.iter().filter(|(name, _)| name.is_empty()).map(|(_, value)| *value)
    }
    /// The references of a plain list; `null` is none.
    pub fn items_with_gaps(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        self.fields.iter().filter(|(name, _)| name.is_empty()).map(|(_, value)| reference(value))
    }
}

fn reference(text: &str) -> Option<u32> {
    text.strip_prefix('!')?.parse().ok()
}

/// The longest way through scopes and derived types that is followed: a guard against cycles.
const MAX_STEPS: usize = 64;

/// A line and column of a file, as debug information says it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DebugPlace {
    /// Node of the `DIFile`.
    pub file: u32,
    pub line: u32,
    pub column: u32,
}

pub struct Debug<'m, 'a> {
    text: &'a str,
    module: &'m Module<'a>,
    places: std::cell::RefCell<FxHashMap<u32, Option<DebugPlace>>>,
    /// Structures and classes by the name of their tag or of their type, with the scopes around it.
    structures: std::cell::OnceCell<FxHashMap<String, u32>>,
    is_c: std::cell::OnceCell<bool>,
}

impl<'m, 'a> Debug<'m, 'a> {
    pub fn new(text: &'a str, module: &'m Module<'a>) -> Self {
        Self { text, module, places: Default::default(), structures: Default::default(), is_c: Default::default() }
    }

    pub fn node(&self, number: u32) -> Option<Node<'a>> {
        let &at = self.module.metadata.get(&number)?;
        let mut cursor = Cursor::new(self.text);
        cursor.at = at as usize;
        cursor.take_word("distinct");
        if cursor.byte() != b'!' {
            return None;
        }
        cursor.at += 1;
        let kind = cursor.peek_word();
        cursor.at += kind.len();
        let begin = cursor.at;
        if !matches!(cursor.byte(), b'(' | b'{') {
            return None;
        }
        cursor.balanced().ok()?;
        let inside = self.text.get(begin + 1..cursor.at)?.trim_end();
        Some(Node { kind, fields: fields(inside.get(..inside.len().checked_sub(1)?)?) })
    }

    /// The place behind `!dbg !7`.
    pub fn place(&self, number: u32) -> Option<DebugPlace> {
        if let Some(place) = self.places.borrow().get(&number) {
            return *place;
        }
        let place = self.find_place(number);
        self.places.borrow_mut().insert(number, place);
        place
    }
    fn find_place(&self, number: u32) -> Option<DebugPlace> {
        let node = self.node(number)?;
        let line = node.number("line").and_then(|n| u32::try_from(n).ok())?;
        let column = node.number("column").and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        let file = match node.reference("file") {
            Some(file) => file,
            None => self.file_of_scope(node.reference("scope")?)?,
        };
        // Line 0 marks code that belongs to no line.
        (line > 0).then_some(DebugPlace { file, line, column })
    }
    fn file_of_scope(&self, mut scope: u32) -> Option<u32> {
        for _ in 0..MAX_STEPS {
            let node = self.node(scope)?;
            if let Some(file) = node.reference("file") {
                return Some(file);
            }
            scope = node.reference("scope")?;
        }
        None
    }

    /// Name and directory of a `DIFile`.
    pub fn file(&self, number: u32) -> Option<(&'a str, &'a str)> {
        let node = self.node(number)?;
        Some((node.text("filename")?, node.text("directory").unwrap_or("")))
    }

    /// Every place of the module: which lines and columns its files must have.
    pub fn all_places(&self) -> Vec<DebugPlace> {
        let mut numbers: Vec<u32> = self.module.metadata.keys().copied().collect();
        numbers.sort_unstable();
        numbers.into_iter().filter_map(|number| self.place(number)).collect()
    }

    /// Whether the module was compiled from C.
    pub fn is_c(&self) -> bool {
        *self.is_c.get_or_init(|| self.all_units_are_c())
    }
    fn all_units_are_c(&self) -> bool {
        let units = self.module.named_metadata.get("llvm.dbg.cu").map_or(&[][..], |list| list);
        let c = |unit: &u32| {
            let language = self.node(*unit).and_then(|node| node.field("language")).unwrap_or("");
            language.starts_with("DW_LANG_C") && !language.starts_with("DW_LANG_C_plus_plus")
        };
        !units.is_empty() && units.iter().all(c)
    }

    /// Whether the module is what C says: compiled from it, and not optimised.
    pub fn is_c_as_written(&self) -> bool {
        let units = self.module.named_metadata.get("llvm.dbg.cu").map_or(&[][..], |list| list);
        let optimised = |unit: &u32| self.node(*unit).and_then(|node| node.field("isOptimized")) == Some("true");
        self.is_c() && !units.iter().any(optimised)
    }

    /// A type without names of its own: behind `typedef`, `const`, `volatile`, members.
    pub fn resolved_type(&self, mut ty: u32) -> Option<Node<'a>> {
        for _ in 0..MAX_STEPS {
            let node = self.node(ty)?;
            let transparent = matches!(
                node.field("tag"),
                Some(
                    "DW_TAG_typedef"
                        | "DW_TAG_const_type"
                        | "DW_TAG_volatile_type"
                        | "DW_TAG_restrict_type"
                        | "DW_TAG_atomic_type"
                        | "DW_TAG_member"
                )
            );
            match node.reference("baseType") {
                Some(base) if transparent => ty = base,
                _ => return Some(node),
            }
        }
        None
    }

    /// The member of a structure at an offset in bytes; none if the debug information has no such structure or member.
    pub fn member_name(&self, structure: &str, offset: u64) -> Option<&'a str> {
        let structures = self.structures.get_or_init(|| self.find_structures());
        let described = self.resolved_type(*structures.get(structure)?)?;
        let members = self.node(described.reference("elements")?)?;
        let bits = i64::try_from(offset.checked_mul(8)?).ok()?;
        let named = members.items().filter_map(|item| self.node(item)).find(|member| {
            let bit_field = member.field("flags").is_some_and(|flags| flags.contains("BitField"));
            !bit_field && member.number("offset").unwrap_or(0) == bits
        });
        named?.text("name")
    }
    fn find_structures(&self) -> FxHashMap<String, u32> {
        const KINDS: [&str; 3] = [
            "!DICompositeType(tag: DW_TAG_structure_type",
            "!DICompositeType(tag: DW_TAG_class_type",
            "!DIDerivedType(tag: DW_TAG_typedef",
        ];
        let mut found = Vec::new();
        for (&number, &at) in &self.module.metadata {
            let text = self.text.get(at as usize..).unwrap_or("");
            let text = text.strip_prefix("distinct ").unwrap_or(text);
            let Some(kind) = KINDS.iter().position(|kind| text.starts_with(kind)) else { continue };
            let Some(node) = self.node(number) else { continue };
            // What is only declared has no members.
            if (node.field("elements").is_some() || node.field("baseType").is_some())
                && let Some(name) = self.scoped_name(&node)
            {
                found.push((kind, number, name));
            }
        }
        // Tags before types of the same name.
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.into_iter().map(|(_, number, name)| (name, number)).collect()
    }
    /// The name of a type as modules write it: `bank::Account` in C++, `ring.Ring` in D.
    fn scoped_name(&self, node: &Node<'a>) -> Option<String> {
        let mut name = node.text("name")?.to_string();
        let outer = |node: &Node<'a>| self.node(node.reference("scope")?);
        let mut scope = outer(node).filter(|_| !self.is_c());
        for _ in 0..MAX_STEPS {
            let Some(around) = scope else { break };
            name = match (around.kind, around.text("name")) {
                ("DIModule", Some(module)) => format!("{module}.{name}"),
                ("DINamespace" | "DICompositeType", Some(space)) => format!("{space}::{name}"),
                _ => break,
            };
            scope = outer(&around);
        }
        Some(name)
    }

    /// A type as the source writes it, for messages: `int`, `struct P`, `char *` in C, `&Point` in Rust.
    pub fn type_name(&self, ty: u32) -> Option<String> {
        self.type_name_at(ty, 0)
    }
    fn type_name_at(&self, ty: u32, depth: usize) -> Option<String> {
        if depth > MAX_STEPS {
            return None;
        }
        let node = self.node(ty)?;
        let base = || match node.reference("baseType") {
            Some(base) => self.type_name_at(base, depth + 1),
            None => Some("void".into()),
        };
        let name = node.text("name");
        let tagged = |word: &str| match name {
            // Other languages than C name such types without the word.
            Some(name) if !self.is_c() => name.to_string(),
            _ => format!("{word} {}", name.unwrap_or("{…}")),
        };
        Some(match node.field("tag").unwrap_or("") {
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" if name.is_some() => {
                name?.to_string()
            }
            "DW_TAG_pointer_type" => match base()? {
                base if base.ends_with('*') => format!("{base}*"),
                base => format!("{base} *"),
            },
            "DW_TAG_reference_type" => format!("{} &", base()?),
            "DW_TAG_rvalue_reference_type" => format!("{} &&", base()?),
            "DW_TAG_const_type" => format!("const {}", base()?),
            "DW_TAG_volatile_type" => format!("volatile {}", base()?),
            "DW_TAG_structure_type" => tagged("struct"),
            "DW_TAG_union_type" => tagged("union"),
            "DW_TAG_enumeration_type" => tagged("enum"),
            _ => name?.to_string(),
        })
    }
}

/// Splits `a: 1, b: !2, !3` at the commas outside brackets and strings.
fn fields(inside: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let (mut depth, mut start, mut quoted) = (0usize, 0, false);
    let bytes = inside.as_bytes();
    let mut push = |from: usize, to: usize| {
        if let Some(part) = inside.get(from..to).map(str::trim).filter(|part| !part.is_empty()) {
            let named = part.split_once(": ").filter(|(name, _)| name.bytes().all(|b| b.is_ascii_alphanumeric()));
            found.push(named.unwrap_or(("", part)));
        }
    };
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                push(start, at);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start, inside.len());
    found
}
