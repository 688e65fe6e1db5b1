//! What pointer parameters of entries point to, as C declares it: the interface has such objects made.
//!
//! By debug information where there is any, with every member at its place; else as many bytes as the module says may be
//! accessed. Structures that C would lay out otherwise are packed, with members in their gaps.
//!
//! Deliberately absent: objects behind pointers in these objects. An arbitrary pointer points to nothing.

use super::Lowering;
use crate::debug::{Debug, Node};
use std::fmt::Write;

/// Types nest this deep at most.
const MAX_DEPTH: u32 = 8;
/// Larger objects are not declared member by member.
const MAX_LENGTH: usize = 10_000;

impl Lowering<'_, '_> {
    /// The declaration of a parameter that points to an object.
    pub(super) fn pointer_declaration(&self, key: (usize, usize), position: usize, name: &str) -> Option<String> {
        let function = self.function(key);
        if function.name == "main" || !self.starts.contains(&key) {
            return None;
        }
        let pointee = self.described_pointee(key, position);
        let declared = pointee.and_then(|pointee| declare(&self.debugs[key.0], pointee, &format!("*{name}"), 0));
        match (declared, function.parameters.get(position)?.facts.dereferenceable) {
            (Some(declared), _) => Some(declared.text),
            (None, 0) => None,
            (None, bytes) => Some(format!("struct {{ unsigned char bytes[{bytes}]; }} *{name}")),
        }
    }
    /// Whether the source says that a parameter is not null: a reference.
    pub(super) fn is_reference(&self, key: (usize, usize), position: usize) -> bool {
        let debug = &self.debugs[key.0];
        let pointer = self.described_parameter(key, position).and_then(|ty| debug.resolved_type(ty));
        pointer.is_some_and(|pointer| match pointer.field("tag") {
            Some("DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type") => true,
            // `&T` of Rust.
            Some("DW_TAG_pointer_type") => pointer.text("name").is_some_and(|name| name.starts_with('&')),
            _ => false,
        })
    }
    pub(super) fn described_pointee(&self, key: (usize, usize), position: usize) -> Option<u32> {
        let pointer = self.debugs[key.0].resolved_type(self.described_parameter(key, position)?)?;
        let tag = pointer.field("tag")?;
        (tag == "DW_TAG_pointer_type" || tag.ends_with("reference_type")).then(|| pointer.reference("baseType"))?
    }
    /// The type of a parameter in the debug information.
    fn described_parameter(&self, key: (usize, usize), position: usize) -> Option<u32> {
        let (function, debug) = (self.function(key), &self.debugs[key.0]);
        let ty = debug.node(function.debug?)?.reference("type")?;
        let types = debug.node(debug.node(ty)?.reference("types")?)?;
        // The result comes first; parameters that the compiler adds or divides are not among these.
        if types.items_with_gaps().count() != function.parameters.len() + 1 {
            return None;
        }
        types.items_with_gaps().nth(position + 1)?
    }
}

/// Something declared in C, with its extent in bytes.
struct Declared {
    text: String,
    size: u64,
    alignment: u64,
}

/// Declares a name (with what stands around it) of a type; none if the type has no known extent.
fn declare(debug: &Debug<'_, '_>, ty: u32, name: &str, depth: u32) -> Option<Declared> {
    let node = debug.resolved_type(ty)?;
    let size = node.number("size").and_then(|bits| u64::try_from(bits).ok()).unwrap_or(0) / 8;
    if size == 0 {
        return None;
    }
    let declared = match node.field("tag") {
        _ if depth > MAX_DEPTH => None,
        None | Some("DW_TAG_base_type" | "DW_TAG_enumeration_type") => scalar(&node, size, name),
        Some("DW_TAG_pointer_type") => Some(Declared { text: format!("void *{name}"), size, alignment: size }),
        Some("DW_TAG_array_type") => array(debug, &node, name, depth),
        Some("DW_TAG_structure_type" | "DW_TAG_class_type") => structure(debug, &node, size, name, depth),
        _ => None,
    };
    let bytes = || Declared { text: format!("struct {{ unsigned char bytes[{size}]; }} {name}"), size, alignment: 1 };
    let fits = |declared: &Declared| declared.size == size && declared.text.len() < MAX_LENGTH;
    Some(declared.filter(fits).unwrap_or_else(bytes))
}
fn scalar(node: &Node<'_>, size: u64, name: &str) -> Option<Declared> {
    let word = match (node.field("encoding"), size) {
        (Some("DW_ATE_float"), 4) => "float",
        (Some("DW_ATE_float"), 8) => "double",
        (Some("DW_ATE_float"), _) => return None,
        (_, 1) => "char",
        (_, 2) => "short",
        (_, 4) => "int",
        (_, 8) => "long long",
        _ => return None,
    };
    Some(Declared { text: format!("{word} {name}"), size, alignment: size })
}
fn array(debug: &Debug<'_, '_>, node: &Node<'_>, name: &str, depth: u32) -> Option<Declared> {
    let (mut count, mut dimensions) = (1u64, String::new());
    for range in debug.node(node.reference("elements")?)?.items() {
        let length = debug.node(range)?.number("count").and_then(|n| u64::try_from(n).ok()).filter(|n| *n > 0)?;
        count = count.checked_mul(length)?;
        let _ = write!(dimensions, "[{length}]");
    }
    let declarator =
        if name.starts_with('*') { format!("({name}){dimensions}") } else { format!("{name}{dimensions}") };
    let element = declare(debug, node.reference("baseType")?, &declarator, depth + 1)?;
    Some(Declared { size: element.size.checked_mul(count)?, ..element })
}
fn structure(debug: &Debug<'_, '_>, node: &Node<'_>, size: u64, name: &str, depth: u32) -> Option<Declared> {
    let mut members = Vec::new();
    for item in debug.node(node.reference("elements")?)?.items() {
        let member = debug.node(item)?;
        let is_static = member.field("flags").is_some_and(|flags| flags.contains("StaticMember"));
        match member.field("tag") {
            Some("DW_TAG_member") if is_static => {}
            Some("DW_TAG_member" | "DW_TAG_inheritance") => {
                let bits = member.number("offset").unwrap_or(0);
                members
                    .push((u64::try_from(bits).ok().filter(|bits| bits % 8 == 0)? / 8, member.reference("baseType")?));
            }
            // Functions and types take no place; variants of enumerations lie over each other.
            None | Some("DW_TAG_typedef") => {}
            _ => return None,
        }
    }
    members.sort_unstable();
    let declared = members.iter().enumerate().map(|(number, (offset, ty))| {
        let member = declare(debug, *ty, &format!("m{number}"), depth + 1)?;
        Some((*offset, member))
    });
    let members: Vec<(u64, Declared)> = declared.collect::<Option<_>>()?;
    let alignment = members.iter().map(|(_, member)| member.alignment).max().unwrap_or(1);
    // As C would lay it out, or packed, with members in the gaps.
    let end = members.iter().try_fold(0u64, |at, (offset, member)| {
        (at.next_multiple_of(member.alignment) == *offset).then(|| offset + member.size)
    });
    let natural = end.is_some_and(|end| end.next_multiple_of(alignment) == size);
    let (mut text, mut at) = (String::from("struct {"), 0u64);
    for (number, (offset, member)) in members.iter().enumerate() {
        let gap = offset.checked_sub(at)?;
        if gap > 0 && !natural {
            let _ = write!(text, " char gap{number}[{gap}];");
        }
        let _ = write!(text, " {};", member.text);
        at = offset.checked_add(member.size)?;
    }
    if natural {
        return Some(Declared { text: format!("{text} }} {name}"), size, alignment });
    }
    if size > at {
        let _ = write!(text, " char gap[{}];", size - at);
    }
    let exact = at <= size && size.is_multiple_of(alignment);
    let text = format!("{text} }} __attribute__((packed, aligned({alignment}))) {name}");
    exact.then_some(Declared { text, size, alignment })
}
