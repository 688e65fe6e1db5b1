//! Reading the inputs that the command line names: files, and folders of them.

use cairn_verify::InputFile;
use cairn_verify::input::InputLanguage;
use cairn_verify::request::UnitFinder;
use std::collections::HashSet;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// Texts of all inputs, in the order given; a folder's files in the order of their names.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<InputFile>, String> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = sources_in(path)?;
            if found.is_empty() {
                let advice =
                    "it holds no source file (.adb, .ads, .c, .i, .ll, .bc, .cairn); name the files themselves";
                return Err(format!("folder `{}`: {advice}", path.display()));
            }
            for file in found {
                files.push(read(&file)?);
            }
        } else {
            files.push(read(path)?);
        }
    }
    // A file that is named twice, or beside its folder, is one file.
    let mut seen = HashSet::new();
    files.retain(|file: &InputFile| {
        let path = std::fs::canonicalize(&file.name).unwrap_or_else(|_| PathBuf::from(&file.name));
        seen.insert(path)
    });
    Ok(files)
}

/// Name and text of a file.
pub fn read_text(path: &Path) -> Result<(String, String), String> {
    let name = path.to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read `{name}`: {error}"))?;
    Ok((name, text))
}

fn read(path: &Path) -> Result<InputFile, String> {
    let name = path.to_string_lossy().into_owned();
    let why = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file `{name}`"),
        _ => format!("cannot read `{name}`: {error}"),
    };
    let kind = std::fs::metadata(path).map_err(why)?.file_type();
    // A device may go on for ever; a pipe has an end, or a limit ends the wait for it.
    if !kind.is_file() && !kind.is_fifo() {
        return Err(format!("`{name}` is no file"));
    }
    let bytes = std::fs::read(path).map_err(why)?;
    // A binary file is refused by its extension, which tells the user more than its encoding.
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        // Comments of C in older encodings do no harm.
        Err(error) if InputLanguage::of_name(&name) == Some(InputLanguage::C) => {
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
        Err(error) if InputLanguage::of_name(&name) == Some(InputLanguage::Ada) => latin_1(error.as_bytes()),
        Err(_) if InputLanguage::of_name(&name).is_none() => String::new(),
        // Bitcode is read by `llvm-dis`.
        Err(_) if name.ends_with(".bc") => String::new(),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            return Err(format!(
                "`{name}` is not UTF-8 text: the byte at offset {at} does not belong to any character"
            ));
        }
    };
    if u32::try_from(text.len()).is_err() {
        return Err(format!("`{name}` is larger than 4 GiB"));
    }
    Ok(InputFile { name, text })
}

/// Ada source that is no UTF-8 is Latin-1, as for GNAT: each byte is the character with that code.
fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn sources_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("cannot read folder `{}`: {error}", folder.display()))?;
    let is_source = |path: &PathBuf| {
        // Headers come with the files that include them.
        path.extension().is_none_or(|extension| extension != "h")
            && InputLanguage::of_name(&path.to_string_lossy()).is_some()
            && path.is_file()
    };
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_source).collect();
    found.sort();
    Ok(found)
}

/// Reads files by the names the preprocessor gives them.
pub fn reader() -> UnitFinder {
    UnitFinder::new(|name| {
        let bytes = std::fs::read(name).ok()?;
        u32::try_from(bytes.len()).ok()?;
        Some((name.to_owned(), String::from_utf8_lossy(&bytes).into_owned()))
    })
}

/// Looks for further units beside the inputs, then in the folders given, in their order.
pub fn finder(inputs: &[PathBuf], include: &[String]) -> UnitFinder {
    let mut folders: Vec<PathBuf> = Vec::new();
    for input in inputs {
        let folder = if input.is_dir() { input.clone() } else { input.parent().unwrap_or(Path::new("")).to_owned() };
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders.extend(include.iter().map(PathBuf::from));
    UnitFinder::new(move |name| {
        let read = |folder: &PathBuf| {
            let path = folder.join(name);
            let bytes = std::fs::read(&path).ok()?;
            let text = String::from_utf8(bytes).unwrap_or_else(|error| latin_1(error.as_bytes()));
            u32::try_from(text.len()).ok()?;
            Some((path.to_string_lossy().into_owned(), text))
        };
        folders.iter().find_map(read)
    })
}

/// Writes what was made of a source file into a folder of its own among temporary files, under the name of the file; the same text
/// always goes to the same place, so that proofs about it are known again.
pub fn place_derived(name: &str, text: &str) -> Result<String, String> {
    use std::hash::{Hash, Hasher};
    let mut hasher = std::hash::DefaultHasher::new();
    (name, text).hash(&mut hasher);
    let folder = std::env::temp_dir().join(format!("cairn-derived-{:016x}", hasher.finish()));
    let place = folder.join(Path::new(name).file_name().unwrap_or_else(|| "source.c".as_ref()));
    let aside = folder.join(format!("{}", std::process::id()));
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(&aside, text))
        .and_then(|()| std::fs::rename(&aside, &place))
        .map_err(|error| format!("cannot write {}: {error}", place.display()))?;
    Ok(place.to_string_lossy().into_owned())
}

/// A folder with the headers that Cairn ships, made where the system keeps temporary files; none if there is no C among
/// the inputs, or if it cannot be written, in which case only programs that include them notice.
pub fn shipped_headers(inputs: &[PathBuf]) -> Option<String> {
    let is_c =
        |path: &PathBuf| path.is_dir() || InputLanguage::of_name(&path.to_string_lossy()) == Some(InputLanguage::C);
    if !inputs.iter().any(is_c) {
        return None;
    }
    let folder = std::env::temp_dir().join(format!("cairn-headers-{}", env!("CARGO_PKG_VERSION")));
    std::fs::create_dir_all(&folder).ok()?;
    for (name, text) in cairn_verify::request::SHIPPED_HEADERS {
        let file = folder.join(name);
        if std::fs::read_to_string(&file).ok().as_deref() != Some(text) {
            // Written aside and renamed, so that another run never sees half of it.
            let aside = folder.join(format!("{name}.{}", std::process::id()));
            std::fs::write(&aside, text).and_then(|()| std::fs::rename(&aside, &file)).ok()?;
        }
    }
    Some(folder.to_string_lossy().into_owned())
}
