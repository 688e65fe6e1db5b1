//! The automaton as plain C, for a test bench: the program moves it while it runs, and a violation prints the events that led
//! to it.

use crate::acsl::Weaver;
use crate::update::Update;
use crate::words::Dialect;
use cairn_automata::condition::EventKind;
use cairn_ir::TypeKind;
use std::fmt::Write;

/// The last events are kept.
const KEPT: u32 = 1000;

/// What every update function uses: the list of events, and the end of a run that violates the property.
pub fn report(weaver: &Weaver) -> String {
    let model = weaver.model;
    let mut text = String::from("#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n");
    writeln!(text, "enum {{ aorai_Kept = {KEPT} }};").ok();
    text.push_str("static char aorai_Trace[aorai_Kept][240];\nstatic unsigned long aorai_Events;\n");
    text.push_str(
        "static void aorai_tell(const char *format, ...) {\n  va_list values;\n  va_start(values, format);\n  \
         vsnprintf(aorai_Trace[aorai_Events++ % aorai_Kept], sizeof aorai_Trace[0], format, values);\n  va_end(values);\n}\n",
    );
    text.push_str(
        "static void aorai_end(const char *what, const char *why) {\n  unsigned long first = aorai_Events > aorai_Kept ? aorai_Events - aorai_Kept : 0;\n  \
         for (unsigned long i = first; i < aorai_Events; i++) fprintf(stderr, \"%s\\n\", aorai_Trace[i % aorai_Kept]);\n  \
         fprintf(stderr, \"%s: %s\\n\", what, why);\n  abort();\n}\n",
    );
    text.push_str("static void aorai_judge(void) {\n  char *line = aorai_Trace[(aorai_Events - 1) % aorai_Kept];\n");
    text.push_str("  size_t used = 0;\n  int active = 0;\n  while (line[used]) used++;\n");
    for state in model.states() {
        let name = model.name(state);
        let is_active = match model.is_deterministic() {
            true => format!("aorai_CurStates == {name}"),
            false => name.to_string(),
        };
        let shown = &model.followed.monitor.states[state].name;
        writeln!(
            text,
            "  if ({is_active}) used += (size_t)snprintf(line + used, used < sizeof aorai_Trace[0] ? sizeof aorai_Trace[0] - used : 0, \
             active++ ? \", {shown}\" : \"  {{{shown}\");"
        )
        .ok();
        text.push_str("  if (used > sizeof aorai_Trace[0]) used = sizeof aorai_Trace[0];\n");
    }
    text.push_str(
        "  if (active && used < sizeof aorai_Trace[0]) snprintf(line + used, sizeof aorai_Trace[0] - used, \"}\");\n",
    );
    text.push_str(
        "  if (!active) aorai_end(\"violated\", \"no state of the automaton consumes the last event\");\n}\n",
    );
    text
}

/// One update function.
pub fn update(update: &Update) -> Result<String, String> {
    let model = update.model;
    let mut text = format!("static {} {{\n", update.head());
    writeln!(text, "  {}", tell(update)).ok();
    let words = model.words(update.event, Dialect::C(model.wide), &model.result);
    let mut lines = update.body()?;
    let declared = lines.iter().take_while(|line| !line.starts_with("aorai_CurOpStatus")).count();
    let conflicts = model.one_value(update.event, None, &words)?.into_iter();
    let conflicts = conflicts.map(|one| {
        format!("if (!({one})) aorai_end(\"unsupported\", \"the automaton would need two values of a variable at once, so nothing is said\");")
    });
    lines.splice(declared..declared, conflicts);
    for line in lines {
        writeln!(text, "  {line}").ok();
    }
    text.push_str("  aorai_judge();\n");
    let is_end = update.event.0 == EventKind::Return && model.followed.entries.contains(&update.event.1);
    if is_end && model.followed.accepting {
        let accepting = model.accepting().replace("\\false", "0");
        writeln!(text, "  if (!({accepting})) aorai_end(\"violated\", \"no accepting state is active at the end\");")
            .ok();
    }
    text.push_str("}\n");
    Ok(text)
}

/// The event with its values, as far as they are integers.
fn tell(update: &Update) -> String {
    let program = &update.model.followed.program;
    let name = &update.own.outline.name;
    let kind_of = |var: cairn_ir::VarId| program.types.kind(program.variables[var].ty);
    let is_integer = |var: cairn_ir::VarId| matches!(kind_of(var), TypeKind::Int(width) if *width <= 64);
    let procedure = &program.procedures[update.event.1];
    if update.event.0 == EventKind::Return {
        return match (procedure.results.first(), &update.own.outline.result) {
            (Some(result), Some(_)) if is_integer(*result) => {
                format!("aorai_tell(\"RETURN {name} = %lld\", (long long){});", update.model.result)
            }
            _ => format!("aorai_tell(\"RETURN {name}\");"),
        };
    }
    let (mut formats, mut values) = (Vec::new(), String::new());
    for (own, _) in &update.own.outline.parameters {
        let found = procedure.parameters.iter().find(|var| **program.variables[**var].shown_name() == **own);
        if found.is_some_and(|var| is_integer(*var)) {
            formats.push(format!("{own}=%lld"));
            write!(values, ", (long long){own}").ok();
        }
    }
    let inside = if formats.is_empty() { String::new() } else { format!("({})", formats.join(", ")) };
    format!("aorai_tell(\"CALL {name}{inside}\"{values});")
}
