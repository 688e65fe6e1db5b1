//! Layouts of random structures and unions against clang's, for both data models.

mod common;

use cairn_front_c::types::DataModel;
use common::{analyzed, clang};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Records for each data model.
const RECORDS: usize = 1500;

/// Size, alignment and offsets of the fields, in bits.
type Layouts = BTreeMap<String, (u64, u64, Vec<u64>)>;

const INTEGERS: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "enum small",
    "enum large",
];
const OTHERS: &[&str] = &["float", "double", "long double", "void *", "int (*)(void)"];

fn scalar(random: &mut fastrand::Rng, model: DataModel) -> &'static str {
    if random.u32(0..40) == 0 && model == DataModel::Lp64 {
        return "__int128";
    }
    if random.u32(0..3) == 0 {
        OTHERS[random.usize(..OTHERS.len() - 1)]
    } else {
        INTEGERS[random.usize(..INTEGERS.len())]
    }
}

fn width(random: &mut fastrand::Rng, ty: &str, model: DataModel) -> u32 {
    let most = match ty {
        "_Bool" => 1,
        "char" | "signed char" | "unsigned char" => 8,
        "short" | "unsigned short" => 16,
        "long" | "unsigned long" if model == DataModel::Lp64 => 64,
        "long long" | "unsigned long long" | "enum large" => 64,
        _ => 32,
    };
    random.u32(1..=most)
}

fn attribute(random: &mut fastrand::Rng) -> String {
    match random.u32(0..14) {
        0 => " __attribute__((packed))".into(),
        1 => format!(" __attribute__((aligned({})))", 1 << random.u32(0..6)),
        2 => format!(" __attribute__((packed, aligned({})))", 1 << random.u32(0..5)),
        _ => String::new(),
    }
}

fn field(random: &mut fastrand::Rng, name: &str, earlier: usize, model: DataModel, text: &mut String) {
    match random.u32(0..20) {
        0..=8 => {
            let ty = INTEGERS[random.usize(..INTEGERS.len())];
            match random.u32(0..12) {
                0 => writeln!(text, "  {ty} : 0;"),
                1 => writeln!(text, "  {ty} : {};", width(random, ty, model)),
                _ => writeln!(text, "  {ty} {name} : {}{};", width(random, ty, model), attribute(random)),
            }
        }
        9 | 10 if earlier > 0 => {
            let (other, attribute) = (random.usize(..earlier), attribute(random));
            writeln!(text, "  R{other} {name}{attribute};")
        }
        11 => writeln!(text, "  {} {name}[{}]{};", scalar(random, model), random.u32(0..4), attribute(random)),
        12 => {
            let kind = if random.bool() { "struct" } else { "union" };
            writeln!(text, "  {kind} {{ {} {name}_a; {} {name}_b; }};", scalar(random, model), scalar(random, model))
        }
        13 => writeln!(text, "  aligned_int {name};"),
        14 => writeln!(text, "  int (*{name})(void){};", attribute(random)),
        15 => writeln!(text, "  _Alignas({}) {} {name};", 16 << random.u32(0..2), scalar(random, model)),
        _ => writeln!(text, "  {} {name}{};", scalar(random, model), attribute(random)),
    }
    .expect("writing to a string");
}

fn program(seed: u64, model: DataModel) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = String::from(
        "enum small { S0, S1 }; enum large { L0, L1 = 0x100000000 };\n\
         typedef int aligned_int __attribute__((aligned(8)));\n",
    );
    for index in 0..RECORDS {
        let kind = if random.u32(0..5) == 0 { "union" } else { "struct" };
        let pack = random.u32(0..6) == 0;
        if pack {
            writeln!(text, "#pragma pack(push, {})", 1 << random.u32(0..4)).expect("writing to a string");
        }
        writeln!(text, "typedef {kind} T{index} {{").expect("writing to a string");
        for number in 0..random.u32(0..7) {
            field(&mut random, &format!("f{number}"), index, model, &mut text);
        }
        let flexible = kind == "struct" && random.u32(0..10) == 0;
        if flexible {
            writeln!(text, "  int first; {} last[];", scalar(&mut random, model)).expect("writing to a string");
        }
        writeln!(text, "}}{} R{index};", attribute(&mut random)).expect("writing to a string");
        if pack {
            text.push_str("#pragma pack(pop)\n");
        }
        writeln!(text, "unsigned long size{index} = sizeof(R{index});").expect("writing to a string");
    }
    text
}

fn ours(text: &str, model: DataModel) -> Layouts {
    analyzed(&[text], model, |program, _, diagnostics| {
        let errors: Vec<_> = diagnostics.iter().filter(|d| d.is_error()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        let mut layouts = Layouts::new();
        for (_, record) in program.types.records.iter() {
            let (Some(tag), Some(members)) = (&record.tag, &record.members) else { continue };
            let offsets = members.fields.iter().map(|f| f.bit_offset).collect();
            layouts.insert(tag.to_string(), (members.size * 8, members.alignment * 8, offsets));
        }
        layouts
    })
}

/// Reads `-fdump-record-layouts-simple`.
fn theirs(text: &str, model: DataModel) -> Layouts {
    let dump = clang(&["-Xclang", "-fdump-record-layouts-simple"], model, text);
    let mut layouts = Layouts::new();
    let (mut tag, mut size, mut alignment) = (String::new(), 0, 0);
    for line in dump.lines() {
        let line = line.trim();
        let number = |rest: &str| rest.parse::<u64>().expect("a number");
        if let Some(name) = line.strip_prefix("Type: ") {
            tag = name.trim_start_matches("struct ").trim_start_matches("union ").to_string();
        } else if let Some(rest) = line.strip_prefix("Size:") {
            size = number(rest);
        } else if let Some(rest) = line.strip_prefix("Alignment:") {
            alignment = number(rest);
        } else if let Some(rest) = line.strip_prefix("FieldOffsets: [") {
            let list = rest.trim_end_matches("]>");
            let offsets = list.split(", ").filter(|o| !o.is_empty()).map(number).collect();
            layouts.insert(tag.clone(), (size, alignment, offsets));
        }
    }
    layouts
}

fn compare(model: DataModel) {
    let text = program(7, model);
    let (ours, theirs) = (ours(&text, model), theirs(&text, model));
    let mut compared = 0;
    for (tag, layout) in &ours {
        let Some(other) = theirs.get(tag) else { continue };
        let start = text.find(&format!(" {tag} {{")).unwrap_or(0);
        let end = text[start..].find(&format!("R{};", &tag[1..])).map_or(text.len(), |e| start + e);
        assert_eq!(layout, other, "{tag}, {model:?}:\n{}", &text[start.saturating_sub(40)..end]);
        compared += 1;
    }
    assert!(compared > RECORDS * 9 / 10, "only {compared} records compared");
}

#[test]
fn layouts_are_clangs_in_lp64() {
    compare(DataModel::Lp64);
}

#[test]
fn layouts_are_clangs_in_ilp32() {
    compare(DataModel::Ilp32);
}
