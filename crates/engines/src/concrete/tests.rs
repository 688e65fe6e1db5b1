//! Small programs whose violations are far away.

use super::*;
use crate::observer::Progress;
use cairn_base::SourceMap;
use cairn_ir::Program;
use std::sync::Arc;

fn read(text: &str) -> Arc<Program> {
    let mut sources = SourceMap::new();
    let file = sources.add("test.cairn", text);
    let (program, diagnostics) = cairn_ir::text::read(&sources, file);
    Arc::new(program.unwrap_or_else(|| panic!("{diagnostics:?}")))
}

#[derive(Default)]
struct Heard(Vec<Decision>);

impl Observer for Heard {
    fn progress(&mut self, _: Progress) {}
    fn decided(&mut self, decision: &Decision) -> bool {
        self.0.push(decision.clone());
        true
    }
    fn is_decided(&self, property: PropertyId) -> bool {
        self.0.iter().any(|decision| decision.property == property)
    }
}

/// The descriptions of what is violated.
fn violated(text: &str) -> Vec<String> {
    let program = read(text);
    let properties: Vec<PropertyId> = program.properties.ids().collect();
    let mut heard = Heard::default();
    let problem = Problem::new(&program, &program.entries, &properties);
    Executions.run(&problem, &Budget::unlimited(), &mut heard);
    heard.0.iter().map(|d| program.properties[d.property].description.to_string()).collect()
}

const COUNTING: &str = r#"
entry main
proc main(n: u16)
{
  local i: u32
start:
  assume 3:u16 <u n
  goto loop
loop:
  branch i <u zext(n, u32) then body else done
body:
  i := i + 1
  goto loop
done:
  check assertion "never the most" : i <u 65535:u32
  check assertion "never 0" : 0:u32 <u i
  return
}
"#;

#[test]
fn the_largest_count_is_tried() {
    assert_eq!(violated(COUNTING), ["never the most"]);
}

#[test]
fn an_assumption_that_fails_moves_the_last_input() {
    let text = COUNTING.replace("3:u16 <u n", "n == 40000:u16").replace("65535", "40000");
    assert_eq!(violated(&text), ["never the most"]);
}

#[test]
fn what_the_interpreter_chooses_is_left_to_others() {
    assert!(plain::is_plain(&read(COUNTING)));
    let through_memory = r#"
entry main
proc main(n: u16)
{
  local i: u32 addressable
  local p: ptr
start:
  p := &i
  *p:u32 := zext(n, u32)
  check assertion "small" : i <u 65535:u32
  return
}
"#;
    assert_eq!(violated(through_memory), ["small"]);
    assert!(!plain::is_plain(&read(&through_memory.replace("i <u 65535:u32", "p == null"))));
}
