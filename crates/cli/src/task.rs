//! What is asked in the words of SV-COMP: a task definition among the inputs, a property file.

use crate::arguments::SubjectArguments;
use crate::files;
use cairn_svcomp::task::TaskProperty;
use cairn_svcomp::{Question, Task, specification, task};
use cairn_verify::input::InputLanguage;
use std::path::{Path, PathBuf};

/// The inputs to read, and what is asked about them if it is a question of the competition.
#[derive(Debug, Default)]
pub struct Asked {
    pub inputs: Vec<PathBuf>,
    pub question: Option<Question>,
    pub ilp32: bool,
}

pub fn read(arguments: &SubjectArguments) -> Result<Asked, String> {
    let is_task = |path: &&PathBuf| path.extension().is_some_and(|e| e == "yml" || e == "yaml");
    let asked = match (arguments.inputs.iter().find(is_task), arguments.inputs.as_slice()) {
        (Some(path), [_]) => of_task(path, arguments)?,
        (Some(path), _) => {
            return Err(format!(
                "`{}` is a whole task: it cannot be checked together with other inputs",
                path.display()
            ));
        }
        (None, inputs) => {
            let question = arguments.property.as_deref().map(|file| question(file, None)).transpose()?;
            Asked { inputs: inputs.to_vec(), question, ilp32: false }
        }
    };
    let language = |path: &PathBuf| InputLanguage::of_name(&path.to_string_lossy());
    let other = |path: &&PathBuf| matches!(language(path), Some(InputLanguage::Ada | InputLanguage::Cairn));
    match asked.inputs.iter().find(other).filter(|_| asked.question.is_some()) {
        Some(path) => Err(format!("properties of SV-COMP are about C and LLVM, and `{}` is neither", path.display())),
        None => Ok(asked),
    }
}

fn of_task(path: &Path, arguments: &SubjectArguments) -> Result<Asked, String> {
    let (name, text) = files::read_text(path)?;
    let task = task::parse(&name, &text)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let question = match &arguments.property {
        Some(file) => {
            let same_name = |p: &&TaskProperty| Path::new(&p.file).file_name() == file.file_name();
            question(file, task.properties.iter().find(same_name))?
        }
        None if !arguments.check.is_empty() || !arguments.no_check.is_empty() => {
            return Err(format!("`{name}` says what is checked: --check and --no-check cannot"));
        }
        None => {
            let property = only_property(&name, &task)?;
            question(&folder.join(&property.file), Some(property))?
        }
    };
    let inputs = task.input_files.iter().map(|file| folder.join(file)).collect();
    Ok(Asked { inputs, question: Some(question), ilp32: task.ilp32.unwrap_or(false) })
}

fn only_property<'t>(name: &str, task: &'t Task) -> Result<&'t TaskProperty, String> {
    match task.properties.as_slice() {
        [property] => Ok(property),
        [] => Err(format!("`{name}` names no property: choose one with --property FILE.prp")),
        several => {
            let files: Vec<&str> = several.iter().map(|p| p.file.as_str()).collect();
            Err(format!("`{name}` names several properties: choose one with --property ({})", files.join(", ")))
        }
    }
}

fn question(file: &Path, property: Option<&TaskProperty>) -> Result<Question, String> {
    let (name, text) = files::read_text(file)?;
    let specification = specification::parse(&name, &text)?;
    let subject = specification.parts.first().filter(|_| specification.parts.len() == 1);
    // A task says which part fails only where there are several.
    let expected = property.and_then(TaskProperty::expected_answer).map(|expected| match subject {
        Some(part) if expected == "false" => part.failure(),
        _ => expected,
    });
    Ok(Question { specification, expected })
}
