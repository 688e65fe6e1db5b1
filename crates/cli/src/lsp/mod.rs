//! `cairn lsp`: what a check finds, in the editor. The language server protocol over standard input and output.
//!
//! In: files that are opened and saved. Out: diagnostics, with the way to a failure as related places; what is proved and the invariants
//! of loops on hover. Each check is a process of its own (`cairn check FILE --format json`), so that it can be ended whenever a
//! newer text comes or the user cancels it. Deliberately absent: texts that are not saved, for the C preprocessor reads files.

mod findings;
mod runs;

use cairn_verify::ExitCode;
use lsp_server::{Connection, Message, Notification, Request, Response};
use runs::Runs;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Serves until the editor says that it is enough.
pub fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let (connection, threads) = Connection::stdio();
    let abilities = json!({
        "textDocumentSync": {"openClose": true, "change": 0, "save": {"includeText": false}},
        "hoverProvider": true,
    });
    let asked = match connection.initialize_start() {
        Ok((id, asked)) => {
            let about = json!({"name": "cairn", "version": env!("CARGO_PKG_VERSION")});
            let answer = json!({"capabilities": abilities, "serverInfo": about});
            connection.initialize_finish(id, answer).map_err(|error| format!("lsp: {error}"))?;
            asked
        }
        Err(error) => return Err(format!("lsp: {error}")),
    };
    let mut runs = Runs::new(connection.sender.clone(), arguments.to_vec(), root(&asked), shows_progress(&asked));
    let served = serve(&connection, &mut runs);
    runs.end_all();
    // The writer ends when nobody can send any more.
    drop(runs);
    drop(connection);
    threads.join().map_err(|error| format!("lsp: {error}"))?;
    served.map(|()| ExitCode::Verified)
}

fn serve(connection: &Connection, runs: &mut Runs) -> Result<(), String> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| format!("lsp: {error}"))? {
                    return Ok(());
                }
                let answer = answer(&request, runs);
                if connection.sender.send(Message::Response(answer)).is_err() {
                    return Ok(());
                }
            }
            Message::Notification(told) => notified(&told, runs),
            // Answers to requests about progress tell nothing.
            Message::Response(_) => {}
        }
    }
    Ok(())
}

fn answer(request: &Request, runs: &Runs) -> Response {
    const UNKNOWN_METHOD: i32 = -32601;
    match &*request.method {
        "textDocument/hover" => {
            let place = &request.params["position"];
            let line = place["line"].as_u64().and_then(|line| u32::try_from(line).ok());
            let found = document(&request.params).zip(line).and_then(|(file, line)| runs.hover(&file, line + 1));
            let hover = found.map(|text| json!({"contents": {"kind": "markdown", "value": text}}));
            Response::new_ok(request.id.clone(), hover.unwrap_or(Value::Null))
        }
        other => {
            let why = format!("`{other}` is not supported");
            Response::new_err(request.id.clone(), UNKNOWN_METHOD, why)
        }
    }
}

fn notified(told: &Notification, runs: &mut Runs) {
    match &*told.method {
        "textDocument/didOpen" | "textDocument/didSave" => {
            if let Some(file) = document(&told.params) {
                runs.start(&file);
            }
        }
        "textDocument/didClose" => {
            if let Some(file) = document(&told.params) {
                runs.end(&file);
            }
        }
        "window/workDoneProgress/cancel" => runs.cancel(&told.params["token"]),
        _ => {}
    }
}

/// The file that a message is about.
fn document(parameters: &Value) -> Option<PathBuf> {
    path(parameters["textDocument"]["uri"].as_str()?)
}

/// The file that a URI names; none for what is no file.
fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [left.next()?, left.next()?];
        let digits = std::str::from_utf8(&digits).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
    }
    String::from_utf8(bytes).ok().map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The folder that the editor shows.
fn root(asked: &Value) -> Option<PathBuf> {
    let folder = asked["workspaceFolders"][0]["uri"].as_str().or_else(|| asked["rootUri"].as_str());
    folder.and_then(path)
}

fn shows_progress(asked: &Value) -> bool {
    asked["capabilities"]["window"]["workDoneProgress"].as_bool().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_name_files() {
        assert_eq!(path("file:///a/b%20c/%C3%BC.c"), Some(PathBuf::from("/a/b c/ü.c")));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///a%2"), None);
    }
}
