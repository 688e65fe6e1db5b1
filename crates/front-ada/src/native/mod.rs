//! Native replay: Ada text that brings a program compiled by GNAT into the state of a counterexample and
//! calls its entry point.
//!
//! In: the sources, and per execution its entry and the values of its inputs ([`Start`]). Out: files for
//! GNAT ([`Driver`]), or the reason why there can be none.
//!
//! - [`copies`]: the user's units, one per file, as GNAT wants them. Lines keep their numbers.
//! - [`values`]: values as Ada expressions.
//!
//! Variables of a package body, and the full views of private types, are visible only inside the body. So
//! the copy of each package with variables to set gets a procedure `Cairn_Replay`, whose body is a subunit;
//! the main procedure calls these, the one of the entry's package last. Deliberately absent: running
//! anything, and judging what it says.

mod copies;
mod values;

pub use copies::visible_assertion;

use crate::AdaOptions;
use crate::sema::entities::{EntityId, EntityKind, ObjectRole, SubprogramId};
use crate::sema::{self, Analysis};
use crate::syntax::ast::Mode;
use cairn_base::{Diagnostic, FileId, SourceMap};
use cairn_ir::Value;
use copies::Units;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The name of the main procedure, and of what it calls in packages.
pub const MAIN: &str = "Cairn_Driver";
pub const HOOK: &str = "Cairn_Replay";

/// An execution to repeat.
#[derive(Clone, Debug)]
pub struct Start {
    /// The full name of the subprogram that it calls; none where it ends with the elaboration.
    pub entry: Option<String>,
    /// Values of package variables, by full name.
    pub globals: Vec<(String, Value)>,
    /// Values of parameters, by name.
    pub parameters: Vec<(String, Value)>,
}

/// Files that make a program which repeats an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Driver {
    /// Names and texts.
    pub files: Vec<(String, String)>,
    /// The file of the main procedure.
    pub main: String,
}

/// A driver for each start, or why there is none.
pub fn drivers(
    sources: &mut SourceMap,
    inputs: &[FileId],
    options: &AdaOptions,
    find_unit: &mut (dyn FnMut(&str) -> Option<(String, String)> + Send),
    starts: &[Start],
) -> Vec<Result<Driver, String>> {
    crate::on_deep_stack(|| {
        let (analysis, diagnostics) =
            sema::analyze(sources, inputs, &options.target_config, options.assertion_overflow, find_unit);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return starts.iter().map(|_| Err("the program has errors".into())).collect();
        }
        starts.iter().map(|start| driver(&analysis, sources, start)).collect()
    })
    .unwrap_or_else(|| starts.iter().map(|_| Err("no thread could be started".into())).collect())
}

fn driver(a: &Analysis, sources: &SourceMap, start: &Start) -> Result<Driver, String> {
    let mut units = Units::new(sources);
    // What is done inside each package, in the order of its name; and by the main procedure itself.
    let mut inside: BTreeMap<String, String> = BTreeMap::new();
    let mut outside = String::new();
    for (name, value) in &start.globals {
        let entity = global(a, name)?;
        let EntityKind::Object(object) = &a.entities[entity].kind else { continue };
        if object.role == ObjectRole::Constant {
            continue;
        }
        let assignment = format!("   {name} := {};\n", values::expression(a, value, object.ty)?);
        match units.body_of(name) {
            Some(unit) => inside.entry(unit).or_default().push_str(&assignment),
            None => outside.push_str(&assignment),
        }
    }
    let mut last = None;
    if let Some(name) = &start.entry {
        let call = call(a, name, start)?;
        match units.body_of(spelled(name)) {
            Some(unit) => {
                inside.entry(unit.clone()).or_default().push_str(&call);
                last = Some(unit);
            }
            None => outside.push_str(&call),
        }
    }
    let mut calls: Vec<&String> = inside.keys().filter(|unit| Some(*unit) != last.as_ref()).collect();
    calls.extend(&last);
    let mut text = String::from("with Ada.Command_Line;\nwith Ada.Text_IO;\nwith Ada.Exceptions;\n");
    for unit in units.to_name() {
        let _ = writeln!(text, "with {unit};");
    }
    let _ = writeln!(text, "procedure {MAIN} is\nbegin");
    // Variables that only the main procedure can set come before calls that use them.
    let (before, after) = if last.is_some() { (outside.as_str(), "") } else { ("", outside.as_str()) };
    text.push_str(before);
    for unit in &calls {
        let _ = writeln!(text, "   {unit}.{HOOK};");
    }
    text.push_str(after);
    let _ = write!(
        text,
        "   Ada.Text_IO.Put_Line (\"cairn: finished\");\nexception\n   when Error : others =>\n      \
         Ada.Text_IO.Put_Line (\"cairn: raised \" & Ada.Exceptions.Exception_Name (Error) & \" : \"\n         \
         & Ada.Exceptions.Exception_Message (Error));\n      \
         Ada.Command_Line.Set_Exit_Status (Ada.Command_Line.Failure);\nend {MAIN};\n"
    );
    for unit in inside.keys() {
        units.hook(unit)?;
    }
    let mut files = units.files();
    for (unit, statements) in &inside {
        let body = format!("separate ({unit})\nprocedure {HOOK} is\nbegin\n{statements}end {HOOK};\n");
        files.push((copies::file_name(&format!("{unit}.{HOOK}"), "adb"), body));
    }
    let main = copies::file_name(MAIN, "adb");
    files.push((main.clone(), text));
    Ok(Driver { files, main })
}

/// The package variable of a full name.
fn global(a: &Analysis, name: &str) -> Result<EntityId, String> {
    let full = |id: EntityId| {
        let entity = &a.entities[id];
        entity.owner.is_none() && format!("{}.{}", entity.path, entity.spelled).eq_ignore_ascii_case(name)
    };
    let is_object = |id: &EntityId| matches!(a.entities[*id].kind, EntityKind::Object(_)) && full(*id);
    let found = a.entities.ids().find(is_object);
    found.ok_or_else(|| format!("no Ada name is known for the variable `{name}`"))
}

/// The source's name: overloaded subprograms have numbers behind theirs.
fn spelled(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((before, number)) if number.bytes().all(|b| b.is_ascii_digit()) => before,
        _ => name,
    }
}

/// The subprogram of that name with these parameters.
fn called(a: &Analysis, name: &str, start: &Start) -> Result<SubprogramId, String> {
    let named = |id: &SubprogramId| a.subprograms[*id].name.eq_ignore_ascii_case(name);
    let all: Vec<SubprogramId> = a.subprograms.ids().filter(named).collect();
    let fits = |id: &SubprogramId| {
        let parameters = &a.subprograms[*id].parameters;
        let given = |name: &str| start.parameters.iter().any(|(n, _)| n == name);
        let mut inputs = parameters.iter().filter(|p| p.mode != Mode::Out);
        let known = |n: &String| parameters.iter().any(|p| *a.entities[p.entity].spelled == **n);
        inputs.all(|p| given(&a.entities[p.entity].spelled)) && start.parameters.iter().all(|(n, _)| known(n))
    };
    let fitting: Vec<SubprogramId> = all.iter().copied().filter(fits).collect();
    match (&all[..], &fitting[..]) {
        ([], _) => Err(format!("the program has no subprogram `{name}`")),
        ([one], _) | (_, [one]) => Ok(*one),
        _ => Err(format!("`{name}` is overloaded, and its parameters do not tell which one is meant")),
    }
}

/// The call of the entry, with its arguments in variables.
fn call(a: &Analysis, name: &str, start: &Start) -> Result<String, String> {
    let name = spelled(name);
    let id = called(a, name, start)?;
    let subprogram = &a.subprograms[id];
    let mut text = String::from("   declare\n");
    let mut arguments = Vec::new();
    for (number, parameter) in subprogram.parameters.iter().enumerate() {
        let spelled = &a.entities[parameter.entity].spelled;
        let variable = format!("Cairn_{}", number + 1);
        let type_name = values::type_name(a, parameter.ty)?;
        let value = start.parameters.iter().find(|(n, _)| **n == **spelled).map(|(_, v)| v);
        match value {
            Some(value) => {
                let value = values::expression(a, value, parameter.ty)?;
                let _ = writeln!(text, "      {variable} : {type_name} := {value};");
            }
            None if parameter.mode == Mode::Out => {
                let _ = writeln!(text, "      {variable} : {type_name};");
            }
            None => return Err(format!("the counterexample gives no value to the parameter `{spelled}`")),
        }
        arguments.push(format!("{spelled} => {variable}"));
    }
    let list = if arguments.is_empty() { String::new() } else { format!(" ({})", arguments.join(", ")) };
    match subprogram.result {
        None => {
            let _ = write!(text, "   begin\n      {name}{list};\n   end;\n");
        }
        Some(result) => {
            let result = values::type_name(a, result)?;
            // In a block of its own: the result must not be computed before the arguments exist.
            let _ = write!(
                text,
                "   begin\n      declare\n         Result : constant {result} := {name}{list};\n      begin\n         \
                 null;\n      end;\n   end;\n"
            );
        }
    }
    Ok(text)
}
