//! The whole front end: preprocessed or plain C in, program out.

use crate::library;
use crate::lower::{self, LowerOptions};
use crate::preprocess::{PreprocessError, Preprocessor, preprocess};
use crate::syntax::ast::TranslationUnit;
use crate::syntax::names::Names;
use crate::types::DataModel;
use crate::{STACK_BYTES, codes, left_out, parser, sema};
use cairn_base::{Budget, Diagnostic, SourceMap};
use cairn_ir::Program;

/// What the user may choose about a C run.
#[derive(Clone, Debug, Default)]
pub struct COptions {
    pub data_model: DataModel,
    pub preprocessor: Preprocessor,
    pub lower: LowerOptions,
}

/// One input: a file the preprocessor can open, or (`.i`) text that needs none.
#[derive(Clone, Debug)]
pub struct CInput {
    pub name: String,
    pub text: String,
}

impl CInput {
    fn is_preprocessed(&self) -> bool {
        self.name.ends_with(".i")
    }
}

/// Reads, analyses and lowers the inputs. `read` gives the text of further files by name, for messages. The program
/// is there unless some diagnostic is an error.
pub fn load(
    sources: &mut SourceMap,
    inputs: &[CInput],
    options: &COptions,
    budget: &Budget,
    read: &mut (dyn FnMut(&str) -> Option<String> + Send),
) -> (Option<Program>, Vec<Diagnostic>) {
    let work = move || {
        let mut diagnostics = Vec::new();
        let program = Loader { sources, options, names: Names::default(), diagnostics: &mut diagnostics }
            .load(inputs, budget, read);
        (program, diagnostics)
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        match thread.map(|t| t.join()) {
            Ok(Ok(result)) => result,
            // A panic is a bug of ours; it is passed on to whoever guards the run.
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => (None, vec![Diagnostic::error(codes::TOO_DEEP, "no thread could be started")]),
        }
    })
}

pub(crate) struct Loader<'a> {
    pub sources: &'a mut SourceMap,
    pub options: &'a COptions,
    pub names: Names,
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Loader<'_> {
    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
    fn load(
        mut self,
        inputs: &[CInput],
        budget: &Budget,
        read: &mut (dyn FnMut(&str) -> Option<String> + Send),
    ) -> Option<Program> {
        let mut units = Vec::new();
        for input in inputs {
            units.push(self.unit(input, budget, read)?);
        }
        if self.has_errors() {
            return None;
        }
        let (mut program, mut found) = sema::analyze(&units, &self.names, self.options.data_model);
        if !found.iter().any(Diagnostic::is_error) {
            let used = lower::undefined_functions(&program);
            let exported = self.options.lower.exports.iter().map(String::as_str);
            let parts = library::parts_for(used.iter().map(|name| &**name).chain(exported));
            if !parts.is_empty() {
                for part in parts {
                    units.push(self.library_unit(&part));
                }
                (program, found) = sema::analyze(&units, &self.names, self.options.data_model);
            }
        }
        self.diagnostics.extend(found);
        if self.has_errors() {
            return None;
        }
        let (lowered, found) = lower::lower(&program, self.sources, &self.options.lower);
        self.diagnostics.extend(found);
        lowered.filter(|_| !self.has_errors())
    }
    pub fn unit(
        &mut self,
        input: &CInput,
        budget: &Budget,
        read: &mut (dyn FnMut(&str) -> Option<String> + Send),
    ) -> Option<TranslationUnit> {
        let made;
        let text = if input.is_preprocessed() {
            &input.text
        } else {
            let mut how = self.options.preprocessor.clone();
            if self.options.data_model == DataModel::Ilp32 {
                how.arguments.push("-m32".to_string());
            }
            match preprocess(&input.name, &input.text, &how, budget) {
                Ok(text) => {
                    made = text;
                    &made
                }
                Err(PreprocessError::Refused(diagnostic)) => {
                    self.diagnostics.push(*diagnostic);
                    return None;
                }
                Err(PreprocessError::Stopped(_)) => return None,
            }
        };
        let mut read = |name: &str| if name == input.name { Some(input.text.clone()) } else { read(name) };
        let unit = parser::parse(&input.name, text, self.sources, &mut self.names, &mut read, self.diagnostics);
        if !input.is_preprocessed() {
            self.diagnostics.extend(left_out::note(&input.name, &input.text, text, self.sources));
        }
        Some(unit)
    }
    fn library_unit(&mut self, part: &library::Part) -> TranslationUnit {
        let (name, text) = (part.file_name(), part.source());
        let mut read = |wanted: &str| (wanted == name).then(|| text.clone());
        parser::parse(&name, &text, self.sources, &mut self.names, &mut read, self.diagnostics)
    }
}
