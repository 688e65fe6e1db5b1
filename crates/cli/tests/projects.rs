//! `cairn check` alone, in a folder that a `cairn.toml` describes; the compiler calls of a build; `cairn init`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cairn-project-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("src")).expect("a folder for the test");
        let folder = Self(path);
        folder.write(
            "src/one.c",
            "extern int size(void);\nint table[LIMIT];\nint main(void) { return table[size()]; }\n",
        );
        folder.write("src/two.c", "int size(void) { return LIMIT; }\n");
        folder
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file of the test");
    }
    fn cairn(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        command.current_dir(&self.0).args(line.split_whitespace()).output().expect("the command runs")
    }
    fn path(&self, name: &str) -> String {
        Path::new(&self.0).join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_folder_describes_itself() {
    let folder = Folder::new("toml");
    let nothing = folder.cairn("check");
    assert_eq!(nothing.status.code(), Some(3));
    assert!(err(&nothing).contains("cairn init"), "{}", err(&nothing));
    assert_eq!(folder.cairn("init").status.code(), Some(0));
    assert_eq!(folder.cairn("init").status.code(), Some(3), "what is there stays");
    let flags = |one: u32, two: u32| {
        format!(
            "inputs = [\"src\"]\nformat = [\"json=out.json\"]\n[[file]]\nname = \"src/one.c\"\ndefine = [\"LIMIT={one}\"]\n[[file]]\nname = \"src/two.c\"\ndefine = [\"LIMIT={two}\"]\n"
        )
    };
    folder.write("cairn.toml", &flags(4, 4));
    assert_eq!(folder.cairn("check").status.code(), Some(1));
    folder.write("cairn.toml", &flags(5, 4));
    let good = folder.cairn("check");
    assert_eq!(good.status.code(), Some(0), "{}", err(&good));
    assert!(Path::new(&folder.path("out.json")).exists());
    // The command line goes before the file.
    assert_eq!(folder.cairn("check src -D LIMIT=3").status.code(), Some(1));
    folder.write("cairn.toml", "inputs = [\"src\"]\nentrys = [\"main\"]\n");
    let wrong = folder.cairn("check");
    assert!(err(&wrong).contains("cairn.toml:2: there is no key `entrys`"), "{}", err(&wrong));
}

#[test]
fn compiler_calls_give_each_file_its_flags() {
    let folder = Folder::new("calls");
    let call = |file: &str, limit: u32| {
        let (directory, file) = (folder.path("src"), format!("{file}.c"));
        serde_json::json!({"directory": directory, "file": file, "command": format!("cc -O2 -DLIMIT={limit} -c {file}")})
    };
    for (one, code) in [(4, 1), (5, 0)] {
        let calls = serde_json::json!([call("one", one), call("two", 4), {"directory": ".", "file": "x.cpp", "command": "c++ x.cpp"}]);
        folder.write("compile_commands.json", &calls.to_string());
        let all = folder.cairn("check --compile-commands compile_commands.json");
        assert_eq!(all.status.code(), Some(code), "{}", err(&all));
        assert!(err(&all).contains("x.cpp"), "{}", err(&all));
        let named = folder.cairn("check src/one.c src/two.c --compile-commands compile_commands.json");
        assert_eq!(named.status.code(), Some(code), "{}", err(&named));
    }
}

#[test]
fn shells_and_manuals_know_the_command() {
    let folder = Folder::new("shell");
    for shell in ["bash", "zsh", "fish"] {
        let text = String::from_utf8_lossy(&folder.cairn(&format!("completions {shell}")).stdout).into_owned();
        assert!(text.contains("temporal"), "{text}");
    }
    assert_eq!(folder.cairn("man pages").status.code(), Some(0));
    let page = std::fs::read_to_string(folder.path("pages/cairn-check.1")).expect("a page");
    assert!(page.contains("unwind"), "{page}");
}
