//! Checks that run beside the editor, one per file, and what the last one of each file said.

use super::findings;
use cairn_verify::Report;
use crossbeam_channel::Sender;
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the last check of a file found, and the files that its diagnostics are shown in.
#[derive(Default)]
struct Known {
    report: Option<Report>,
    shown: Vec<PathBuf>,
}

/// Shared with the threads that wait for checks.
type Memory = Arc<Mutex<HashMap<PathBuf, Known>>>;

struct Running {
    token: String,
    process: Arc<Mutex<Child>>,
}

pub struct Runs {
    sender: Sender<Message>,
    arguments: Vec<String>,
    root: Option<PathBuf>,
    progress: bool,
    running: HashMap<PathBuf, Running>,
    memory: Memory,
    count: u32,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runs {
    pub fn new(sender: Sender<Message>, arguments: Vec<String>, root: Option<PathBuf>, progress: bool) -> Self {
        Runs { sender, arguments, root, progress, running: HashMap::new(), memory: Memory::default(), count: 0 }
    }

    /// Checks a file: as part of the project of the editor's folder if that has a `cairn.toml`, else by itself. A check of it that
    /// still runs is about an older text, and ends.
    pub fn start(&mut self, file: &Path) {
        self.end(file);
        let project =
            self.root.as_ref().filter(|root| root.join(crate::project::NAME).is_file() && file.starts_with(root));
        let folder = project.cloned().or_else(|| file.parent().map(Path::to_path_buf)).unwrap_or_default();
        let Ok(program) = std::env::current_exe() else { return };
        let mut command = Command::new(program);
        command.arg("check").args(&self.arguments).args(["--format", "json", "--progress", "never"]);
        if project.is_none() {
            command.arg(file);
        }
        command.current_dir(&folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => return self.tell(&format!("cairn does not start: {error}")),
        };
        let (Some(mut out), Some(mut errors)) = (child.stdout.take(), child.stderr.take()) else { return };
        self.count += 1;
        let token = format!("cairn-{}", self.count);
        let process = Arc::new(Mutex::new(child));
        self.running.insert(file.to_path_buf(), Running { token: token.clone(), process: Arc::clone(&process) });
        self.begin_progress(&token, file);
        let (sender, memory, file) = (self.sender.clone(), Arc::clone(&self.memory), file.to_path_buf());
        let progress = self.progress;
        let wait = move || {
            let said = std::thread::spawn(move || {
                let mut text = String::new();
                let _ = errors.read_to_string(&mut text);
                text
            });
            let mut text = String::new();
            let _ = out.read_to_string(&mut text);
            let said = said.join().unwrap_or_default();
            // Nobody may send a signal to the process after this.
            let _ = locked(&process).wait();
            match serde_json::from_str::<Report>(&text) {
                Ok(report) => publish(&sender, &memory, &file, &folder, report),
                // A check that was ended says nothing; one that was refused says why.
                Err(_) if said.trim().is_empty() => {}
                Err(_) => drop(sender.send(message(said.trim()))),
            }
            if progress {
                let ended = json!({"token": token, "value": {"kind": "end"}});
                let _ = sender.send(notification("$/progress", ended));
            }
        };
        // Should there be no thread for it, the check is not waited for.
        let _ = std::thread::Builder::new().name("cairn-check".into()).spawn(wait);
    }

    /// Ends the check of a file, if there is one.
    pub fn end(&mut self, file: &Path) {
        if let Some(running) = self.running.remove(file) {
            // It may have ended by itself.
            let _ = locked(&running.process).kill();
        }
    }
    pub fn end_all(&mut self) {
        let files: Vec<PathBuf> = self.running.keys().cloned().collect();
        files.iter().for_each(|file| self.end(file));
    }
    /// Ends the check with that token.
    pub fn cancel(&mut self, token: &Value) {
        let found = self.running.iter().find(|(_, running)| token.as_str() == Some(&running.token));
        if let Some(file) = found.map(|(file, _)| file.clone()) {
            self.end(&file);
        }
    }
    /// What is known of a line.
    pub fn hover(&self, file: &Path, line: u32) -> Option<String> {
        let memory = locked(&self.memory);
        let words: Vec<String> = memory
            .iter()
            .filter_map(|(of, known)| Some((of, known.report.as_ref()?)))
            .flat_map(|(of, report)| findings::about_line(report, &folder_of(of, self.root.as_deref()), file, line))
            .collect();
        (!words.is_empty()).then(|| words.join("\n\n"))
    }

    fn begin_progress(&self, token: &str, file: &Path) {
        if !self.progress {
            return;
        }
        let id = RequestId::from(format!("{token}-create"));
        let create = Request::new(id, "window/workDoneProgress/create".into(), json!({"token": token}));
        let _ = self.sender.send(Message::Request(create));
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let begin =
            json!({"kind": "begin", "title": "cairn", "message": format!("checks {name}"), "cancellable": true});
        let _ = self.sender.send(notification("$/progress", json!({"token": token, "value": begin})));
    }
    fn tell(&self, text: &str) {
        let _ = self.sender.send(message(text));
    }
}

/// From where the names in a report count.
fn folder_of(file: &Path, root: Option<&Path>) -> PathBuf {
    let project = root.filter(|root| root.join(crate::project::NAME).is_file() && file.starts_with(root));
    project.or_else(|| file.parent()).unwrap_or(Path::new("/")).to_path_buf()
}

fn notification(method: &str, parameters: Value) -> Message {
    Message::Notification(Notification::new(method.into(), parameters))
}

fn message(text: &str) -> Message {
    const ERROR: u8 = 1;
    notification("window/showMessage", json!({"type": ERROR, "message": text}))
}

/// Shows what a check found, and takes back what an earlier check of the same file showed elsewhere.
fn publish(sender: &Sender<Message>, memory: &Memory, file: &Path, folder: &Path, report: Report) {
    let mut all: BTreeMap<PathBuf, Vec<Value>> = findings::diagnostics(&report, folder);
    all.entry(file.to_path_buf()).or_default();
    let mut memory = locked(memory);
    let known = memory.entry(file.to_path_buf()).or_default();
    for old in std::mem::take(&mut known.shown) {
        all.entry(old).or_default();
    }
    known.shown = all.iter().filter(|(_, list)| !list.is_empty()).map(|(file, _)| file.clone()).collect();
    known.report = Some(report);
    for (file, list) in all {
        let uri = crate::render::sarif::uri(&file.to_string_lossy());
        let _ = sender.send(notification("textDocument/publishDiagnostics", json!({"uri": uri, "diagnostics": list})));
    }
}
