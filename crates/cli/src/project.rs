//! `cairn.toml`: what holds for the programs of a folder. It names regions of memory at fixed addresses:
//!
//! ```toml
//! [[region]]
//! address = 0x40021000
//! size = 0x400
//! volatile = true
//! ```
//!
//! In: the inputs of a run. Out: the regions of every `cairn.toml` in their folders and in the current one. Anything that the
//! file says and that has no meaning here is a mistake, told with its place. Deliberately absent: the rest of TOML; tables
//! of regions need lines `key = value` with numbers and truth values.

use cairn_verify::request::Region;
use std::path::{Path, PathBuf};

const NAME: &str = "cairn.toml";

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
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        found.extend(read(&file.display().to_string(), &text)?);
    }
    Ok(found)
}

/// A region as far as it has been read, and the line it begins in.
#[derive(Default)]
struct Entry {
    line: usize,
    address: Option<u64>,
    size: Option<u64>,
    volatile: Option<bool>,
}

fn read(name: &str, text: &str) -> Result<Vec<(Region, String)>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(number, line)| (number + 1, line)) {
        let line = line.split('#').next().unwrap_or_default().trim();
        let at = |what: &str| format!("{name}:{number}: {what}");
        if line.is_empty() {
            continue;
        }
        if line.starts_with('[') {
            if line != "[[region]]" {
                return Err(at(&format!("there is no table `{line}`; there is `[[region]]`")));
            }
            entries.push(Entry { line: number, ..Entry::default() });
            continue;
        }
        let Some((key, value)) = line.split_once('=').map(|(key, value)| (key.trim(), value.trim())) else {
            return Err(at("a line is `[[region]]` or `key = value`"));
        };
        let Some(entry) = entries.last_mut() else {
            return Err(at(&format!("there is no key `{key}` outside of `[[region]]`")));
        };
        set(entry, key, value).map_err(|what| at(&what))?;
    }
    entries.iter().map(|entry| finish(name, entry)).collect()
}

fn set(entry: &mut Entry, key: &str, value: &str) -> Result<(), String> {
    let number = || number(value).ok_or_else(|| format!("`{key}` is a number, as 4096 or 0x1000, and not `{value}`"));
    let twice = match key {
        "address" => entry.address.replace(number()?).is_some(),
        "size" => entry.size.replace(number()?).is_some(),
        "volatile" => {
            let truth = value.parse().map_err(|_| format!("`volatile` is true or false, and not `{value}`"))?;
            entry.volatile.replace(truth).is_some()
        }
        _ => return Err(format!("a region has no key `{key}`; it has `address`, `size` and `volatile`")),
    };
    if twice { Err(format!("`{key}` is given twice")) } else { Ok(()) }
}

fn finish(name: &str, entry: &Entry) -> Result<(Region, String), String> {
    let place = format!("{name}:{}", entry.line);
    let (Some(address), Some(bytes)) = (entry.address, entry.size) else {
        return Err(format!("{place}: a region needs `address` and `size`"));
    };
    let region = Region { address, bytes, volatile: entry.volatile.unwrap_or(false) };
    if !is_possible(&region) {
        return Err(format!("{place}: a region lies inside the address space, not at 0, and has a size"));
    }
    Ok((region, place))
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
    use super::read;

    #[test]
    fn regions_are_read_and_mistakes_name_their_place() {
        let text = "# registers\n[[region]]\naddress = 0x4002_1000 # clock\nsize = 1024\nvolatile = true\n[[region]]\nsize = 4\naddress = 16\n";
        let regions = read("cairn.toml", text).unwrap();
        let shown: Vec<_> = regions.iter().map(|(r, place)| (r.address, r.bytes, r.volatile, place.as_str())).collect();
        assert_eq!(shown, [(0x4002_1000, 1024, true, "cairn.toml:2"), (16, 4, false, "cairn.toml:6")]);
        for (text, place) in [
            ("[[region]]\naddres = 1\n", "cairn.toml:2: a region has no key `addres`"),
            ("[check]\n", "cairn.toml:1: there is no table `[check]`"),
            ("timeout = 5\n", "cairn.toml:1: there is no key `timeout`"),
            ("[[region]]\nsize = 4\n", "cairn.toml:1: a region needs"),
            ("[[region]]\nsize = 4\nsize = 4\n", "cairn.toml:3: `size` is given twice"),
            ("[[region]]\naddress = \"x\"\n", "cairn.toml:2: `address` is a number"),
            ("[[region]]\naddress = 0\nsize = 4\n", "cairn.toml:1: a region lies inside"),
        ] {
            let said = read("cairn.toml", text).unwrap_err();
            assert!(said.starts_with(place), "{said}");
        }
    }
}
