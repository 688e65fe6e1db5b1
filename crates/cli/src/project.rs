//! `cairn.toml`: what holds for the programs of a folder.
//!
//! ```toml
//! inputs = ["src"]
//! entry = ["main"]
//! check = ["leak"]
//! timeout = 60
//!
//! [[file]]
//! name = "src/uart.c"
//! define = ["BAUD=9600"]
//!
//! [[region]]
//! address = 0x40021000
//! size = 0x400
//! volatile = true
//! ```
//!
//! A command without inputs takes them, and everything else that the file says, from the one in the current folder. Regions hold for
//! every run whose inputs stand beside the file, or which is started beside it.
//!
//! Anything that the file says and that has no meaning here is a mistake, told with its place. Deliberately absent: the rest of TOML;
//! values are numbers, truth values, texts and lists of texts.

use crate::arguments::{DataModelArgument, LimitArguments, OutputArguments, SubjectArguments};
use cairn_verify::request::Region;
use std::path::{Path, PathBuf};

pub const NAME: &str = "cairn.toml";

/// What a `cairn.toml` says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Project {
    settings: Vec<Item>,
    pub files: Vec<FileFlags>,
    /// Each with the place that declares it.
    pub regions: Vec<(Region, String)>,
}

/// What the preprocessor is told about one file only.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileFlags {
    pub file: PathBuf,
    pub arguments: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
enum Value {
    Number(f64, Option<u64>),
    Truth(bool),
    Text(String),
    Texts(Vec<String>),
}

/// `key = value`, where it stands.
#[derive(Clone, PartialEq, Debug)]
struct Item {
    place: String,
    key: String,
    value: Value,
}

/// The regions that hold for these inputs, each with the place that declares it.
pub fn regions(inputs: &[PathBuf]) -> Result<Vec<(Region, String)>, String> {
    let mut folders = vec![PathBuf::from(".")];
    folders.extend(inputs.iter().filter_map(|input| match input.is_dir() {
        true => Some(input.clone()),
        false => input.parent().map(Path::to_path_buf),
    }));
    let mut seen = Vec::new();
    let mut found = Vec::new();
    for folder in folders {
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        let file = if folder == Path::new(".") { PathBuf::from(NAME) } else { folder.join(NAME) };
        let Ok(whole) = file.canonicalize() else { continue };
        if seen.contains(&whole) {
            continue;
        }
        seen.push(whole);
        found.extend(of_file(&file)?.regions);
    }
    Ok(found)
}

fn of_file(file: &Path) -> Result<Project, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    read(&file.display().to_string(), &text)
}

/// Takes what the command line leaves open from the `cairn.toml` of the current folder, if no input is named.
pub fn complete(
    subject: &mut SubjectArguments,
    limits: Option<&mut LimitArguments>,
    output: Option<&mut OutputArguments>,
) -> Result<(), String> {
    if !subject.inputs.is_empty() || subject.compile_commands.is_some() {
        return Ok(());
    }
    let file = Path::new(NAME);
    if !file.exists() {
        return Err(format!(
            "there is nothing to read: name files or folders, or describe them in a `{NAME}` (`cairn init` writes one)"
        ));
    }
    let project = of_file(file)?;
    project.settings.iter().try_for_each(|item| set_subject(subject, item))?;
    if let Some(limits) = limits {
        project.settings.iter().try_for_each(|item| set_limit(limits, item))?;
    }
    if let Some(output) = output.filter(|output| output.format.is_empty() && output.output.is_none()) {
        let formats = project.settings.iter().filter(|item| item.key == "format");
        formats.into_iter().try_for_each(|item| item.texts().map(|texts| output.format.extend(texts)))?;
    }
    if let Some(missing) = project.files.iter().find(|flags| !flags.file.is_file()) {
        return Err(format!("{NAME}: `[[file]]` names `{}`, and there is no such file", missing.file.display()));
    }
    subject.own_flags = project.files;
    if subject.inputs.is_empty() && subject.compile_commands.is_none() {
        return Err(format!("{NAME}: it says neither `inputs` nor `compile-commands`, and the command names no input"));
    }
    Ok(())
}

/// Keys outside of tables.
const KEYS: [&str; 17] = [
    "inputs",
    "compile-commands",
    "entry",
    "check",
    "no-check",
    "include",
    "define",
    "cc",
    "cc-arg",
    "data-model",
    "malloc-succeeds",
    "stub",
    "target-config",
    "property",
    "timeout",
    "memory",
    "format",
];

impl Item {
    fn wrong(&self, what: &str) -> String {
        format!("{}: `{}` is {what}", self.place, self.key)
    }
    /// A list of texts, or one.
    fn texts(&self) -> Result<Vec<String>, String> {
        match &self.value {
            Value::Texts(texts) => Ok(texts.clone()),
            Value::Text(text) => Ok(vec![text.clone()]),
            _ => Err(self.wrong("a text in quotes, or a list of them: [\"a\", \"b\"]")),
        }
    }
    fn text(&self) -> Result<String, String> {
        match &self.value {
            Value::Text(text) => Ok(text.clone()),
            _ => Err(self.wrong("a text in quotes")),
        }
    }
    fn truth(&self) -> Result<bool, String> {
        match self.value {
            Value::Truth(truth) => Ok(truth),
            _ => Err(self.wrong("true or false")),
        }
    }
    fn whole(&self) -> Result<u64, String> {
        match self.value {
            Value::Number(_, Some(number)) => Ok(number),
            _ => Err(self.wrong("a number, as 4096 or 0x1000")),
        }
    }
}

fn set_subject(subject: &mut SubjectArguments, item: &Item) -> Result<(), String> {
    match &*item.key {
        "inputs" => subject.inputs = item.texts()?.into_iter().map(PathBuf::from).collect(),
        "compile-commands" => subject.compile_commands = Some(PathBuf::from(item.text()?)),
        "entry" if subject.entry.is_empty() => subject.entry = item.texts()?,
        "check" => subject.check.extend(item.texts()?),
        "no-check" => subject.no_check.extend(item.texts()?),
        "include" => subject.c.include.extend(item.texts()?),
        "define" => subject.c.define.extend(item.texts()?),
        "cc" if subject.c.cc == "cc" => subject.c.cc = item.text()?,
        "cc-arg" => subject.c.cc_arg.extend(item.texts()?),
        "data-model" => {
            let model = match &*item.text()? {
                "lp64" => DataModelArgument::Lp64,
                "ilp32" => DataModelArgument::Ilp32,
                _ => return Err(item.wrong("\"lp64\" or \"ilp32\"")),
            };
            subject.c.data_model = subject.c.data_model.or(Some(model));
        }
        "malloc-succeeds" => subject.c.malloc_succeeds |= item.truth()?,
        "stub" => subject.c.stub.extend(item.texts()?),
        "target-config" if subject.target_config.is_none() => subject.target_config = Some(item.text()?.into()),
        "property" if subject.property.is_none() => subject.property = Some(item.text()?.into()),
        _ => {}
    }
    Ok(())
}

fn set_limit(limits: &mut LimitArguments, item: &Item) -> Result<(), String> {
    match (&*item.key, &item.value) {
        ("timeout", Value::Number(seconds, _)) => limits.timeout = limits.timeout.or(Some(*seconds)),
        ("timeout", _) => return Err(item.wrong("a number of seconds")),
        ("memory", _) => limits.memory = limits.memory.or(Some(item.whole()?)),
        _ => {}
    }
    Ok(())
}

/// Items in the tables that they stand in; the first has no name.
fn read(name: &str, text: &str) -> Result<Project, String> {
    let mut tables: Vec<(String, String, Vec<Item>)> = vec![(String::new(), format!("{name}:1"), Vec::new())];
    let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
    while let Some((number, line)) = lines.next() {
        let place = format!("{name}:{number}");
        let mut line = without_comment(line).trim().to_string();
        if line.is_empty() {
            continue;
        }
        if line.starts_with('[') {
            if line != "[[region]]" && line != "[[file]]" {
                return Err(format!("{place}: there is no table `{line}`; there are `[[region]]` and `[[file]]`"));
            }
            tables.push((line, place, Vec::new()));
            continue;
        }
        // A list may go on over several lines.
        while line.contains('[') && !line.ends_with(']') {
            let Some((_, more)) = lines.next() else { break };
            line.push(' ');
            line.push_str(without_comment(more).trim());
        }
        let Some((key, value)) = line.split_once('=').map(|(key, value)| (key.trim(), value.trim())) else {
            return Err(format!("{place}: a line is `[[region]]`, `[[file]]` or `key = value`"));
        };
        let Some((table, _, items)) = tables.last_mut() else { continue };
        let known: &[&str] = match &**table {
            "[[region]]" => &["address", "size", "volatile"],
            "[[file]]" => &["name", "include", "define", "arguments"],
            _ => &KEYS,
        };
        if !known.contains(&key) {
            let whose = if table.is_empty() { "outside of tables" } else { &**table };
            return Err(format!("{place}: there is no key `{key}` {whose}; there are {}", known.join(", ")));
        }
        if items.iter().any(|item| item.key == key) {
            return Err(format!("{place}: `{key}` is given twice"));
        }
        let value = self::value(value).ok_or_else(|| {
            format!("{place}: `{key}` is a number, true, false, a text in quotes or a list of texts, and not `{value}`")
        })?;
        items.push(Item { place, key: key.to_string(), value });
    }
    let mut project = Project::default();
    for (table, place, items) in tables {
        match &*table {
            "[[region]]" => project.regions.push(region(&place, &items)?),
            "[[file]]" => project.files.push(file(&place, &items)?),
            _ => project.settings = items,
        }
    }
    // What is written is right even where this run does not need it.
    set_all(&project.settings)?;
    Ok(project)
}

/// Whether each setting has a value of its kind.
fn set_all(settings: &[Item]) -> Result<(), String> {
    for item in settings {
        match &*item.key {
            "timeout" if matches!(item.value, Value::Number(..)) => {}
            "timeout" => return Err(item.wrong("a number of seconds")),
            "memory" => drop(item.whole()?),
            "malloc-succeeds" => drop(item.truth()?),
            "cc" | "data-model" | "target-config" | "property" | "compile-commands" => drop(item.text()?),
            _ => drop(item.texts()?),
        }
    }
    Ok(())
}

/// The line as far as no `#` outside of quotes ends it.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let end = line.find(|c: char| {
        quoted ^= c == '"';
        c == '#' && !quoted
    });
    &line[..end.unwrap_or(line.len())]
}

fn value(text: &str) -> Option<Value> {
    match text {
        "true" => return Some(Value::Truth(true)),
        "false" => return Some(Value::Truth(false)),
        _ => {}
    }
    if let Some(list) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return texts(list).map(Value::Texts);
    }
    if text.starts_with('"') {
        return match texts(text)?.as_slice() {
            [one] => Some(Value::Text(one.clone())),
            _ => None,
        };
    }
    let whole = number(text);
    let real = whole.map(|whole| whole as f64).or_else(|| text.parse().ok().filter(|real: &f64| real.is_finite()))?;
    Some(Value::Number(real, whole))
}

/// Texts in quotes, separated by commas; the last one may be followed by one.
fn texts(list: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = list.trim();
    while !rest.is_empty() {
        let body = rest.strip_prefix('"')?;
        let (mut text, mut end) = (String::new(), None);
        let mut characters = body.char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '"' => {
                    end = Some(at + 1);
                    break;
                }
                '\\' => text.push(characters.next().map(|(_, c)| c).filter(|c| ['"', '\\'].contains(c))?),
                c => text.push(c),
            }
        }
        found.push(text);
        rest = body[end?..].trim_start();
        rest = match rest.strip_prefix(',') {
            Some(more) => more.trim_start(),
            None if rest.is_empty() => rest,
            None => return None,
        };
    }
    Some(found)
}

fn file(place: &str, items: &[Item]) -> Result<FileFlags, String> {
    let mut flags = FileFlags::default();
    for item in items {
        match &*item.key {
            "name" => flags.file = PathBuf::from(item.text()?),
            "include" => flags.arguments.extend(item.texts()?.iter().map(|folder| format!("-I{folder}"))),
            "define" => flags.arguments.extend(item.texts()?.iter().map(|macro_| format!("-D{macro_}"))),
            _ => flags.arguments.extend(item.texts()?),
        }
    }
    if flags.file.as_os_str().is_empty() {
        return Err(format!("{place}: a file needs a `name`"));
    }
    Ok(flags)
}

fn region(place: &str, items: &[Item]) -> Result<(Region, String), String> {
    let find = |key: &str| items.iter().find(|item| item.key == key);
    let (Some(address), Some(bytes)) = (find("address"), find("size")) else {
        return Err(format!("{place}: a region needs `address` and `size`"));
    };
    let volatile = find("volatile").map(Item::truth).transpose()?.unwrap_or(false);
    let region = Region { address: address.whole()?, bytes: bytes.whole()?, volatile };
    if !is_possible(&region) {
        return Err(format!("{place}: a region lies inside the address space, not at 0, and has a size"));
    }
    Ok((region, place.to_string()))
}

/// The first page belongs to null pointers; addresses are not negative.
pub fn is_possible(region: &Region) -> bool {
    let end = region.address.checked_add(region.bytes);
    region.address > 0 && region.bytes > 0 && end.is_some_and(|end| end <= i64::MAX as u64)
}

/// Decimal or hexadecimal.
pub fn number(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_read_and_mistakes_name_their_place() {
        let text = "# registers\n[[region]]\naddress = 0x4002_1000 # clock\nsize = 1024\nvolatile = true\n[[region]]\nsize = 4\naddress = 16\n";
        let regions = read("cairn.toml", text).unwrap().regions;
        let shown: Vec<_> = regions.iter().map(|(r, place)| (r.address, r.bytes, r.volatile, place.as_str())).collect();
        assert_eq!(shown, [(0x4002_1000, 1024, true, "cairn.toml:2"), (16, 4, false, "cairn.toml:6")]);
        for (text, place) in [
            ("[[region]]\naddres = 1\n", "cairn.toml:2: there is no key `addres` [[region]]"),
            ("[check]\n", "cairn.toml:1: there is no table `[check]`"),
            ("tiemout = 5\n", "cairn.toml:1: there is no key `tiemout`"),
            ("timeout = \"5\"\n", "cairn.toml:1: `timeout` is a number of seconds"),
            ("inputs = 5\n", "cairn.toml:1: `inputs` is a text in quotes, or a list"),
            ("inputs = [\"a\" \"b\"]\n", "cairn.toml:1: `inputs` is a number, true"),
            ("[[file]]\ndefine = [\"A\"]\n", "cairn.toml:1: a file needs a `name`"),
            ("[[region]]\nsize = 4\n", "cairn.toml:1: a region needs"),
            ("[[region]]\nsize = 4\nsize = 4\n", "cairn.toml:3: `size` is given twice"),
            ("[[region]]\naddress = \"x\"\nsize = 1\n", "cairn.toml:2: `address` is a number"),
            ("[[region]]\naddress = 0\nsize = 4\n", "cairn.toml:1: a region lies inside"),
        ] {
            let said = read("cairn.toml", text).unwrap_err();
            assert!(said.starts_with(place), "{said}");
        }
    }

    #[test]
    fn settings_and_flags_of_files_are_read() {
        let text = "inputs = [\n  \"src\", # all\n  \"a#b.c\",\n]\ntimeout = 2.5\n[[file]]\nname = \"src/x.c\"\ndefine = [\"A=1\"]\narguments = [\"-std=c99\"]\n";
        let project = read("cairn.toml", text).unwrap();
        assert_eq!(project.settings[0].texts(), Ok(vec!["src".to_string(), "a#b.c".to_string()]));
        assert_eq!(project.settings[1].value, Value::Number(2.5, None));
        let flags = FileFlags { file: "src/x.c".into(), arguments: vec!["-DA=1".into(), "-std=c99".into()] };
        assert_eq!(project.files, [flags]);
    }
}
