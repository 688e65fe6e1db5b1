//! Small programs and their clauses: which predicates there are, over what, and which clauses lead where.

use super::{Granularity, Head, Numbers, Options, System, encode};
use crate::tests::read;
use cairn_base::Budget;
use cairn_ir::Program;

fn system(text: &str, options: impl Fn(Options) -> Options) -> System {
    let program: Program = read(text);
    let options = options(Options::new(program.entries.clone()));
    encode(&program, &options, &Budget::unlimited()).expect("clauses")
}

/// `name/arity` of each predicate.
fn predicates(system: &System) -> Vec<String> {
    system.predicates.values().map(|p| format!("{}/{}", p.name, p.parameters.len())).collect()
}

/// `body, … -> head` of each clause.
fn clauses(system: &System) -> Vec<String> {
    let name = |id| system.predicates[id].name.clone();
    let text = |clause: &super::Clause| {
        let body: Vec<String> = clause.body.iter().map(|application| name(application.predicate)).collect();
        let head = match &clause.head {
            Head::State(application) => name(application.predicate),
            Head::Violation(_) | Head::Lost => "false".into(),
        };
        format!("{} -> {head}", body.join(", "))
    };
    system.clauses.iter().map(text).collect()
}

const LOOP: &str = "
entry main
proc main(n: u8) {
  local i: u8
  local unseen: u8
start:
  goto head
head:
  branch i <u n then body else done
body:
  i := i + 1
  unseen := unseen + i
  goto head
done:
  check assertion \"all the way\" : i == n
  return
}
";

#[test]
fn a_loop_head_has_a_predicate_over_what_matters() {
    let system = system(LOOP, |options| options);
    assert_eq!(predicates(&system), ["main_call_init/1", "main_head/2", "main_call_end/0"]);
    let expected = [
        " -> main_call_init",
        "main_call_init -> main_head",
        "main_head -> main_head",
        "main_head -> false",
        "main_head -> main_call_end",
    ];
    assert_eq!(clauses(&system), expected);
    assert!(system.is_mathematical);
}

#[test]
fn only_the_properties_asked_for_are_contradictions() {
    let system = system(LOOP, |options| Options { properties: Some(Vec::new()), ..options });
    assert!(system.clauses.iter().all(|clause| !matches!(clause.head, Head::Violation(_))));
}

const CALLS: &str = "
entry main
global g: i8 = 1
proc main() {
  local r: i8
start:
  r := call down(3)
  check assertion \"g counts\" : g == 4
  return
}
proc down(x: i8) -> (y: i8) {
start:
  branch x == 0 then none else more
none:
  return
more:
  g := g + 1
  y := call down(x - 1)
  y := y + x
  return
}
";

#[test]
fn a_summary_relates_the_values_at_entry_and_at_return() {
    let system = system(CALLS, |options| options);
    let names = predicates(&system);
    // The global at entry and at return, and the parameter, which never changes.
    assert!(names.contains(&"down_call_ret/4".to_string()), "{names:?}");
    assert!(names.contains(&"down_call_init/2".to_string()), "{names:?}");
    assert!(clauses(&system).contains(&"down_call_init, down_call_ret -> down_s0".to_string()));
}

#[test]
fn bits_stay_bits_where_they_are_combined() {
    let text = "
entry main
proc main(a: u8, b: u8) {
start:
  check assertion \"smaller\" : (a & b) <=u a
  return
}
";
    assert!(!system(text, |options| options).is_mathematical);
    assert!(system(text, |options| Options { numbers: Numbers::Integers, ..options }).is_mathematical);
}

#[test]
fn pointers_are_refused() {
    let text = "
entry main
proc main() {
  local x: i8 addressable
  local p: ptr
start:
  p := &x
  *p:i8 := 1
  check assertion \"one\" : x == 1
  return
}
";
    let program = read(text);
    let options = Options { granularity: Granularity::Figures, ..Options::new(program.entries.clone()) };
    let refused = encode(&program, &options, &Budget::unlimited()).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|reason| reason.contains("pointers")));
}
