//! What is written is the source with insertions, it is proved, and as a monitor it tells violations when it runs.

use cairn_base::Budget;
use cairn_instrument::{Facts, Form, Options, write};
use cairn_verify::temporal::{PropertyText, StepChoice, TemporalRequest};
use cairn_verify::{InputFile, Request};
use std::time::Duration;

const LOOP: &str = "int f(void) { return 0; }\nint g(void) { return 0; }\n\
                    int main(void) {\n  int c = 3;\n  while (c) {\n    f();\n    g();  /* twice */\n    c--;\n  }\n  return c;\n}\n";
const FOLLOWED: &str = "%init: S0; %accept: Sf; S0: { [main([f();g()]{0,5})] } -> Sf; Sf: -> Sf;";
const BROKEN: &str = "%init: S0; %accept: Sf; S0: { [main([f();g()]{0,2})] } -> Sf; Sf: -> Sf;";

fn written(program: &str, property: &str, form: Form) -> String {
    let request =
        Request { inputs: vec![InputFile { name: "program.i".into(), text: program.into() }], ..Request::default() };
    let temporal = TemporalRequest {
        property: PropertyText::Given(InputFile { name: "property.ya".into(), text: property.into() }),
        steps: Some(StepChoice::Events),
        counted: true,
        ..TemporalRequest::default()
    };
    let budget = Budget::new(Some(Duration::from_secs(300)), None);
    let (text, report) = write(&request, &temporal, &Options::default(), &Facts::new(), form, &budget);
    text.unwrap_or_else(|| panic!("{:?}", report.diagnostics))
}

/// Whether the characters of one text occur in another, in order.
fn is_kept(text: &str, within: &str) -> bool {
    let mut rest = within.chars();
    text.chars().all(|c| rest.any(|own| own == c))
}

#[test]
fn the_source_is_kept() {
    for form in [Form::Ghost, Form::Monitor] {
        let made = written(LOOP, FOLLOWED, form);
        assert!(is_kept(LOOP, &made), "{made}");
        for line in ["    g();  /* twice */\n    c--;\n", "  int c = 3;\n"] {
            assert!(made.contains(line), "{made}");
        }
    }
}

#[test]
fn a_monitor_tells_violations() {
    let folder = std::env::temp_dir().join(format!("cairn-monitor-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    for (property, is_violated) in [(FOLLOWED, false), (BROKEN, true)] {
        let (source, program) = (folder.join("m.c"), folder.join("m"));
        std::fs::write(&source, written(LOOP, property, Form::Monitor)).expect("a file can be written");
        let compiled = std::process::Command::new("cc").arg("-w").arg("-o").arg(&program).arg(&source).status();
        assert!(compiled.expect("a C compiler is needed").success());
        let run = std::process::Command::new(&program).output().expect("it was compiled");
        let told = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.success(), !is_violated, "{told}");
        assert_eq!(told.contains("violated"), is_violated, "{told}");
        assert_eq!(told.contains("CALL f"), is_violated, "{told}");
    }
    std::fs::remove_dir_all(&folder).ok();
}
