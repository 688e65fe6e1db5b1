//! Where proofs are kept from run to run: a folder of small files.
//!
//! An entry is written under another name first and then renamed, so that nobody reads half of one. What cannot be read or
//! written is as if it were not there: a cache is never a reason to fail.

use cairn_verify::run::cache::{Cache, Store};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries above this size are no entries of ours.
const LARGEST: u64 = 16 << 20;

struct Folder(PathBuf);

/// The cache that was asked for, in a folder that is there or can be made.
pub fn cache(folder: Option<&Path>, none: bool) -> Result<Option<Cache>, String> {
    if none {
        return Ok(None);
    }
    let Some(path) = folder.map(Path::to_path_buf).or_else(usual_folder) else { return Ok(None) };
    match std::fs::create_dir_all(&path) {
        Ok(()) => Ok(Some(Cache { store: Arc::new(Folder(path)), tool: tool() })),
        // Only what was asked for must work.
        Err(error) if folder.is_some() => Err(format!("--cache {}: {error}", path.display())),
        Err(_) => Ok(None),
    }
}

/// `~/.cache/cairn`, or where the system keeps such things.
fn usual_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    base.filter(|base| base.is_absolute()).map(|base| base.join("cairn"))
}

/// Which build this is: its version and what its file looks like.
fn tool() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let file = std::env::current_exe().and_then(std::fs::metadata).ok();
    let length = file.as_ref().map_or(0, std::fs::Metadata::len);
    let modified = file.and_then(|file| file.modified().ok());
    let since = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    format!("cairn {version} {length} {}", since.map_or(0, |since| since.as_nanos()))
}

impl Store for Folder {
    fn get(&self, name: &str) -> Option<String> {
        let path = self.0.join(name);
        if std::fs::metadata(&path).ok()?.len() > LARGEST {
            return None;
        }
        std::fs::read_to_string(path).ok()
    }
    fn put(&self, name: &str, text: &str) {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let unfinished = self.0.join(format!("{name}.{}.{number}", std::process::id()));
        let written = std::fs::write(&unfinished, text).and_then(|()| std::fs::rename(&unfinished, self.0.join(name)));
        if written.is_err() {
            let _ = std::fs::remove_file(&unfinished);
        }
    }
}
