//! A dialogue with the language server, as an editor leads it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SOURCE: &str = "\
int table[4];
static int get(int at) {
    return table[at];
}
extern int number(void);
int main(void) {
    int n = 0;
    for (int i = 0; i < 9; i++)
        n = i;
    return get(n) + 100 / (n + 1);
}
";

struct Editor {
    folder: PathBuf,
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    numbers: u32,
}

impl Editor {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cairn-lsp-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().expect("the server starts");
        let (to, from) = (server.stdin.take().expect("its input"), server.stdout.take().expect("its output"));
        let mut editor = Editor { folder, server, to, from: BufReader::new(from), numbers: 0 };
        let root = editor.uri("");
        let answer = editor.ask(
            "initialize",
            json!({"processId": null, "rootUri": root, "capabilities": {"window": {"workDoneProgress": true}}}),
        );
        assert_eq!(answer["capabilities"]["hoverProvider"], true, "{answer}");
        editor.tell("initialized", json!({}));
        editor
    }
    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.folder.join(name).display())
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).expect("a file of the test");
    }
    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server listens");
        self.to.flush().expect("the server listens");
    }
    fn tell(&mut self, method: &str, parameters: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}));
    }
    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.numbers += 1;
        let number = self.numbers;
        self.send(&json!({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}));
        self.until(|message| message["id"] == number && message.get("method").is_none())["result"].clone()
    }
    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("the server speaks") > 0, "the server is gone");
            match line.trim() {
                "" => break,
                line => length = line.strip_prefix("Content-Length: ").map_or(length, |n| n.parse().expect("a length")),
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).expect("a message");
        serde_json::from_slice(&body).expect("JSON")
    }
    fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive();
            if is_it(&message) {
                return message;
            }
        }
    }
    fn open(&mut self, name: &str) {
        let document = json!({"uri": self.uri(name), "languageId": "c", "version": 1, "text": ""});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }
    fn diagnostics(&mut self) -> Vec<Value> {
        let message = self.until(|message| message["method"] == "textDocument/publishDiagnostics");
        message["params"]["diagnostics"].as_array().expect("a list").clone()
    }
    fn close(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert_eq!(self.server.wait().expect("an end").code(), Some(0));
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_file_is_checked_when_it_is_opened_and_when_it_is_saved() {
    let mut editor = Editor::new("save");
    editor.write("bad.c", SOURCE);
    editor.open("bad.c");
    let found = editor.diagnostics();
    let error = found.iter().find(|d| d["code"] == "index").expect("the violation");
    assert_eq!((&error["severity"], &error["range"]["start"]["line"]), (&json!(1), &json!(2)), "{error}");
    assert!(error["message"].as_str().is_some_and(|text| text.contains("at = 8")), "{error}");
    let related = error["relatedInformation"].as_array().expect("the way to the failure");
    assert!(related.iter().any(|place| place["location"]["range"]["start"]["line"] == 9), "{error}");
    let uri = editor.uri("bad.c");
    let hover = editor
        .ask("textDocument/hover", json!({"textDocument": {"uri": uri}, "position": {"line": 9, "character": 4}}));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("division-by-zero")), "{hover}");
    editor.write("bad.c", &SOURCE.replace("table[4]", "table[9]"));
    editor.tell("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    assert_eq!(editor.diagnostics(), Vec::<Value>::new());
    editor.close();
}

#[test]
fn a_check_can_be_cancelled() {
    let mut editor = Editor::new("cancel");
    // Nobody factors this number soon.
    editor.write(
        "hard.c",
        "extern unsigned long number(void);\nint main(void) {\n    unsigned long a = number(), b = number();\n    if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 18446743979220271189u)\n        return 1 / 0;\n    return 0;\n}\n",
    );
    editor.open("hard.c");
    let begun =
        editor.until(|message| message["method"] == "$/progress" && message["params"]["value"]["kind"] == "begin");
    let token = begun["params"]["token"].clone();
    editor.tell("window/workDoneProgress/cancel", json!({"token": token}));
    let ended =
        editor.until(|message| message["method"] == "$/progress" && message["params"]["value"]["kind"] == "end");
    assert_eq!(ended["params"]["token"], token);
    editor.close();
}
