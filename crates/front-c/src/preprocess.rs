//! The user's C compiler as preprocessor.
//!
//! `cc -E -CC -dD` keeps comments (annotations are comments) and macro definitions (annotations may use
//! macros). The compiler runs on the leash of the run's budget. Text that is already preprocessed
//! (`.i`) does not come here.

use crate::codes;
use crate::syntax::text::decode;
use cairn_base::process::{Child, Ending, Launch, Received, StartError};
use cairn_base::{Budget, Diagnostic, StopReason};
use std::time::Duration;

/// How to preprocess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preprocessor {
    /// The compiler's name or path.
    pub compiler: String,
    /// `-I`
    pub folders: Vec<String>,
    /// `-D`, as `NAME` or `NAME=VALUE`
    pub macros: Vec<String>,
    /// Further arguments, as they are.
    pub arguments: Vec<String>,
    /// Arguments that one file has for itself, by its name.
    pub of_file: Vec<(String, Vec<String>)>,
    /// Files whose text is not what the disk holds under their name.
    pub unsaved: Vec<String>,
}

impl Default for Preprocessor {
    fn default() -> Self {
        Self {
            compiler: "cc".to_string(),
            folders: Vec::new(),
            macros: Vec::new(),
            arguments: Vec::new(),
            of_file: Vec::new(),
            unsaved: Vec::new(),
        }
    }
}

/// Why there is no preprocessed text.
#[derive(Clone, PartialEq, Debug)]
pub enum PreprocessError {
    /// The user must do something about it.
    Refused(Box<Diagnostic>),
    /// The budget ended.
    Stopped(StopReason),
}

/// How often the budget is looked at while the compiler works.
const SLICE: Duration = Duration::from_millis(20);

/// Lines of the compiler's complaints that are shown.
const SHOWN_LINES: usize = 10;

/// Preprocesses the file of that name; its text counts where it is not what the disk holds.
pub fn preprocess(file: &str, text: &str, how: &Preprocessor, budget: &Budget) -> Result<String, PreprocessError> {
    let given = given(file, text, how);
    let (ending, output) = run(how, arguments(file, how), &given, budget)?;
    if ending.is_success {
        return Ok(decode(output));
    }
    if how.arguments.iter().any(|argument| argument == "-m32")
        && let Some(text) = with_64_bit_headers(file, &given, how, budget)?
    {
        return Ok(text);
    }
    Err(PreprocessError::Refused(Box::new(failed(file, how, &ending))))
}

/// Runs the compiler to its end.
fn run(
    how: &Preprocessor,
    arguments: Vec<String>,
    input: &str,
    budget: &Budget,
) -> Result<(Ending, Vec<u8>), PreprocessError> {
    let launch =
        Launch { program: how.compiler.clone(), arguments, memory_bytes: None, processor_time: budget.remaining() };
    let mut child =
        Child::start(&launch, budget).map_err(|error| PreprocessError::Refused(Box::new(no_compiler(error))))?;
    child.send(input.as_bytes().to_vec());
    child.end_input();
    let mut output = Vec::new();
    loop {
        budget.look().map_err(PreprocessError::Stopped)?;
        match child.receive(SLICE) {
            Received::Bytes(part) => output.extend_from_slice(&part),
            Received::Nothing => {}
            Received::End => break,
        }
    }
    Ok((child.ending(), output))
}

/// Included first when 64-bit headers serve 32-bit code. glibc's `features.h` includes a file that only
/// the 32-bit package has, unless the machine seems to be neither; everything behind it must see 32 bits.
const PRELUDE_32: &str = "#define __x86_64__ 1\n#undef __ILP32__\n#include <features.h>\n#undef __x86_64__\n\
                          #define __ILP32__ 1\n#undef __WORDSIZE\n#undef __SYSCALL_WORDSIZE\n";

/// Many machines have a compiler for 32 bits but not the C library's headers for it. Those for 64 bits do
/// as well: they differ in conditional parts only. `None` if that does not work either.
fn with_64_bit_headers(
    file: &str,
    given: &str,
    how: &Preprocessor,
    budget: &Budget,
) -> Result<Option<String>, PreprocessError> {
    let (_, output) = run(how, vec!["-print-multiarch".to_string()], "", budget)?;
    let architecture = String::from_utf8_lossy(&output).trim().to_string();
    let mut how = how.clone();
    if !architecture.is_empty() {
        how.arguments.extend(["-isystem".to_string(), format!("/usr/include/{architecture}")]);
    }
    // Where the text itself is given, what is included first stands in front of it.
    let input = format!("{PRELUDE_32}{given}");
    if given.is_empty() {
        how.arguments.extend(["-include".to_string(), "/dev/stdin".to_string()]);
    }
    let (ending, output) = run(&how, arguments(file, &how), &input, budget)?;
    Ok(ending.is_success.then(|| decode(output)))
}

/// What the compiler reads of a file that it shall not open: the text under the file's name.
fn given(file: &str, text: &str, how: &Preprocessor) -> String {
    if !how.unsaved.iter().any(|name| name == file) {
        return String::new();
    }
    let quoted = file.replace('\\', "\\\\").replace('"', "\\\"");
    format!("# 1 \"{quoted}\"\n{text}")
}

fn arguments(file: &str, how: &Preprocessor) -> Vec<String> {
    // Without `__NO_CTYPE`, glibc turns `isalpha` and its like into reads of a table of its own.
    let mut arguments: Vec<String> = ["-E", "-CC", "-dD", "-D__NO_CTYPE"].map(String::from).to_vec();
    arguments.extend(how.folders.iter().map(|folder| format!("-I{folder}")));
    arguments.extend(how.macros.iter().map(|definition| format!("-D{definition}")));
    arguments.extend(how.arguments.iter().cloned());
    arguments.extend(how.of_file.iter().filter(|(own, _)| own == file).flat_map(|(_, own)| own.iter().cloned()));
    // A header is C here, not something to precompile; a name is no option.
    arguments.extend(["-x".to_string(), "c".to_string()]);
    if how.unsaved.iter().any(|name| name == file) {
        // Headers in quotes are looked for beside the file.
        let folder = file.rsplit_once('/').map_or(".", |(folder, _)| if folder.is_empty() { "/" } else { folder });
        arguments.extend(["-iquote".to_string(), folder.to_string(), "-".to_string()]);
        return arguments;
    }
    arguments.push(if file.starts_with('-') { format!("./{file}") } else { file.to_string() });
    arguments
}

fn no_compiler(error: StartError) -> Diagnostic {
    let message = match error {
        StartError::Missing { program } => format!("no C compiler `{program}` was found to preprocess with"),
        StartError::Failed { program, reason } => format!("the C compiler `{program}` does not start: {reason}"),
    };
    Diagnostic::error(codes::NO_PREPROCESSOR, message)
        .help("name one with `--cc`, or give text that is preprocessed already (`.i`)")
}

fn failed(file: &str, how: &Preprocessor, ending: &Ending) -> Diagnostic {
    let message = format!("`{}` cannot preprocess `{file}` ({})", how.compiler, ending.status);
    let mut diagnostic = Diagnostic::error(codes::PREPROCESSOR_FAILED, message);
    let lines: Vec<&str> = ending.stderr.lines().collect();
    for line in lines.iter().take(SHOWN_LINES) {
        diagnostic = diagnostic.note(*line);
    }
    if ending.stderr.contains("No such file or directory") {
        diagnostic = diagnostic.help("name the folder of a header with `-I`");
    }
    diagnostic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_compiler_is_told() {
        let how = Preprocessor { compiler: "cairn-no-such-compiler".to_string(), ..Preprocessor::default() };
        let result = preprocess("a.c", "", &how, &Budget::unlimited());
        let Err(PreprocessError::Refused(diagnostic)) = result else { panic!("{result:?}") };
        assert_eq!(diagnostic.code, codes::NO_PREPROCESSOR);
        assert!(diagnostic.help.is_some());
    }

    #[test]
    fn arguments_keep_their_order_and_names_are_no_options() {
        let how = Preprocessor {
            folders: vec!["inc".to_string()],
            macros: vec!["A=1".to_string()],
            arguments: vec!["-m32".to_string()],
            of_file: vec![("other.c".to_string(), vec!["-DB".to_string()])],
            ..Preprocessor::default()
        };
        let all = arguments("-odd.c", &how).join(" ");
        assert_eq!(all, "-E -CC -dD -D__NO_CTYPE -Iinc -DA=1 -m32 -x c ./-odd.c");
        let all = arguments("other.c", &how).join(" ");
        assert_eq!(all, "-E -CC -dD -D__NO_CTYPE -Iinc -DA=1 -m32 -DB -x c other.c");
    }
}
