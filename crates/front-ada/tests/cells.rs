//! Every cell of the table of constructs and checks fails when GNAT compiles it with assertions.

use std::path::Path;
use std::process::Command;

#[test]
fn every_cell_fails_natively() {
    let cells = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdicts/ada/cells");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cells");
    std::fs::create_dir_all(&folder).unwrap();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&cells).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
        names.push(path.file_stem().unwrap().to_string_lossy().into_owned());
    }
    names.sort();
    let options = ["-q", "-gnata", "-gnato", "-gnat2022", "-gnatws"];
    let Ok(built) = Command::new("gnatmake").args(options).args(&names).current_dir(&folder).output() else {
        return; // There is no GNAT here to ask.
    };
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for name in names {
        let run = Command::new(folder.join(&name)).output().unwrap();
        // By copy or by reference, a program with overlapping parameters may also end well.
        assert!(!run.status.success() || name.ends_with("aliasing"), "{name} ends normally");
    }
}
