//! From input files to a program: the front end is chosen by the extension.

use crate::codes;
use crate::request::{BitFieldPromotion, EvaluationOrder, FlowContracts, InputFile, Request, Stub};
use cairn_base::{Budget, Diagnostic, FileId, SourceMap};
use cairn_front_ada::lower::Contracts;
use cairn_ir::selection::Extra;
use cairn_ir::{CheckKind, Program};

/// What reading gives. Without a program the diagnostics say why.
#[derive(Debug, Default)]
pub struct Loaded {
    pub program: Option<Program>,
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputLanguage {
    Cairn,
    Ada,
    C,
    Llvm,
}

impl InputLanguage {
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension {
            "cairn" => Some(InputLanguage::Cairn),
            "adb" | "ads" => Some(InputLanguage::Ada),
            "c" | "h" | "i" => Some(InputLanguage::C),
            "ll" | "bc" => Some(InputLanguage::Llvm),
            _ => None,
        }
    }
    pub fn name(self) -> &'static str {
        match self {
            InputLanguage::Cairn => "program text",
            InputLanguage::Ada => "Ada",
            InputLanguage::C => "C",
            InputLanguage::Llvm => "LLVM",
        }
    }
}

pub fn load(request: &Request, budget: &Budget) -> Loaded {
    load_for(request, budget, Contracts::Checked)
}

/// Reads the inputs; contracts of Ada are taken for what is said.
pub fn load_for(request: &Request, budget: &Budget, contracts: Contracts) -> Loaded {
    let language = language_of(request);
    if let Ok(language) = &language
        && let Some(diagnostic) = not_available(request, *language)
    {
        return refused(diagnostic);
    }
    match language {
        Ok(InputLanguage::Cairn) => load_cairn(&request.inputs),
        Ok(InputLanguage::Ada) => load_ada(request, contracts),
        Ok(InputLanguage::Llvm) => load_llvm(request, budget),
        Ok(InputLanguage::C) => load_c(request, budget),
        Err(diagnostic) => refused(*diagnostic),
    }
}

/// Options that say something about programs of another language only.
fn not_available(request: &Request, language: InputLanguage) -> Option<Diagnostic> {
    let option = match language {
        InputLanguage::C => return None,
        _ if !request.c.regions.is_empty() => "--region",
        // `--check all` asks for what there is.
        _ if request.checks.has(Extra::Members) && !request.checks.has(Extra::FiniteFloats) => "--check members",
        _ if request.c.evaluation_order.is_some() => "--evaluation-order",
        _ if request.c.bit_field_promotion.is_some() => "--bit-field-promotion",
        InputLanguage::Llvm => return None,
        _ if !request.c.stubs.is_empty() => "--stub",
        _ => return None,
    };
    let message = format!("{option} is not available for {}", language.name());
    let diagnostic = Diagnostic::error(codes::NOT_FOR_LANGUAGE, message);
    let chosen = language == InputLanguage::Llvm && !["--region", "--check members"].contains(&option);
    Some(if chosen { diagnostic.note("in a module of LLVM the compiler has chosen") } else { diagnostic })
}

/// Every `--stub` must speak of a function without body that is called.
fn check_stubs(request: &Request, program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    for (name, _) in &request.c.stubs {
        if !program.assumed.iter().any(|function| *function.name == **name) {
            let message = format!("`--stub {name}` says nothing: no function without body of that name is called");
            diagnostics.push(Diagnostic::error(codes::NOT_FOR_LANGUAGE, message));
        }
    }
}

fn refused(diagnostic: Diagnostic) -> Loaded {
    Loaded { diagnostics: vec![diagnostic], ..Loaded::default() }
}

/// The one language that all files are read as.
fn language_of(request: &Request) -> Result<InputLanguage, Box<Diagnostic>> {
    let mut found: Option<(InputLanguage, &str)> = None;
    for input in &request.inputs {
        let language = match InputLanguage::of_name(&input.name) {
            Some(InputLanguage::C) if request.c.via_llvm => InputLanguage::Llvm,
            Some(language) => language,
            None => return Err(Box::new(unknown_language(&input.name))),
        };
        match found {
            Some((first, name)) if first != language => {
                let message = format!(
                    "`{name}` is {} and `{}` is {}: they cannot make one program",
                    first.name(),
                    input.name,
                    language.name()
                );
                let mut diagnostic = Diagnostic::error(codes::MIXED_LANGUAGES, message);
                if [first, language].iter().all(|one| matches!(one, InputLanguage::C | InputLanguage::Llvm)) {
                    diagnostic = diagnostic.help("`--via llvm` compiles the C");
                }
                return Err(Box::new(diagnostic));
            }
            _ => found = Some((language, &input.name)),
        }
    }
    let nothing = || Box::new(Diagnostic::error(codes::NO_INPUT, "there is no input file"));
    found.map(|(language, _)| language).ok_or_else(nothing)
}

const READABLE: &str = "this version reads .adb and .ads (Ada, SPARK), .c, .h and .i (C), .ll and .bc (LLVM) and .cairn (Cairn's own program text)";

fn unknown_language(name: &str) -> Diagnostic {
    let message = match name.rsplit_once('.') {
        Some((_, extension)) => format!("`{name}`: no language has the extension .{extension}"),
        None => format!("`{name}` has no extension, so its language is not known"),
    };
    Diagnostic::error(codes::UNKNOWN_LANGUAGE, message).help(READABLE)
}

fn load_cairn(inputs: &[InputFile]) -> Loaded {
    let mut sources = SourceMap::new();
    let files: Vec<_> = inputs.iter().map(|input| sources.add(&*input.name, &*input.text)).collect();
    if let [_, second, ..] = inputs {
        let message = format!("`{}` is a second program: each .cairn file is a whole one", second.name);
        let diagnostic = Diagnostic::error(codes::SEVERAL_PROGRAMS, message).help("check them one by one");
        return Loaded { sources, diagnostics: vec![diagnostic], program: None };
    }
    let (program, diagnostics) = cairn_ir::text::read(&sources, files[0]);
    Loaded { program: program.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)), sources, diagnostics }
}

/// The inputs with the checks they imply written in, where the language has annotations.
pub fn annotate(request: &Request) -> (Option<Vec<InputFile>>, SourceMap, Vec<Diagnostic>) {
    let diagnostic = match language_of(request) {
        Ok(InputLanguage::Ada) => return annotate_ada(request),
        Ok(other) => {
            let message = format!("{} has no annotations to write checks as", other.name());
            Diagnostic::error(codes::NO_SUCH_STAGE, message).help("`--show program` shows the checks")
        }
        Err(diagnostic) => *diagnostic,
    };
    (None, SourceMap::new(), vec![diagnostic])
}

fn annotate_ada(request: &Request) -> (Option<Vec<InputFile>>, SourceMap, Vec<Diagnostic>) {
    let (mut sources, files, options) = ada_inputs(request);
    let mut find = |name: &str| request.units.find(name);
    let (texts, diagnostics) = cairn_front_ada::annotate::annotate(&mut sources, &files, &options, &mut find);
    let named = |texts: Vec<String>| {
        let names = request.inputs.iter().map(|input| input.name.clone());
        names.zip(texts).map(|(name, text)| InputFile { name, text }).collect()
    };
    (texts.map(named), sources, diagnostics)
}

fn ada_inputs(request: &Request) -> (SourceMap, Vec<FileId>, cairn_front_ada::AdaOptions) {
    let mut sources = SourceMap::new();
    let files = request.inputs.iter().map(|input| sources.add(&*input.name, &*input.text)).collect();
    let options = cairn_front_ada::AdaOptions {
        entries: request.entries.clone(),
        target_config: request.target_config.clone(),
        assertion_overflow: match request.assertion_overflow_eliminated {
            true => cairn_front_ada::sema::overflow::OverflowMode::Eliminated,
            false => cairn_front_ada::sema::overflow::OverflowMode::Strict,
        },
        uninitialized: request.checks.is_on(cairn_ir::CheckKind::Uninitialized),
        contracts: Contracts::Checked,
        flow: match request.flow {
            FlowContracts::Named => cairn_front_ada::flow::Asked::Named,
            FlowContracts::Checked => cairn_front_ada::flow::Asked::Checked,
            FlowContracts::Demanded => cairn_front_ada::flow::Asked::Demanded,
        },
    };
    (sources, files, options)
}

fn load_ada(request: &Request, contracts: Contracts) -> Loaded {
    let (mut sources, files, options) = ada_inputs(request);
    let options = cairn_front_ada::AdaOptions { contracts, ..options };
    let mut find = |name: &str| request.units.find(name);
    let (program, mut diagnostics) = cairn_front_ada::load(&mut sources, &files, &options, &mut find);
    let program = program.filter(|_| !diagnostics.iter().any(Diagnostic::is_error));
    if let Some(program) = &program {
        diagnostics.extend(cairn_ir::validate::validate(program));
    }
    Loaded { program: program.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)), sources, diagnostics }
}

fn load_llvm(request: &Request, budget: &Budget) -> Loaded {
    let mut sources = SourceMap::new();
    let mut files = Vec::new();
    for input in &request.inputs {
        match crate::modules::module_text(input, request, budget) {
            // A module made of C has another name than the source, which debug information names.
            Ok(text) if InputLanguage::of_name(&input.name) == Some(InputLanguage::C) => {
                files.push(sources.add(format!("{} (as LLVM)", input.name), text));
            }
            Ok(text) => files.push(sources.add(&*input.name, text)),
            Err(diagnostic) => return Loaded { diagnostics: vec![*diagnostic], sources, program: None },
        }
    }
    let options = cairn_front_llvm::LlvmOptions {
        entries: request.entries.clone(),
        malloc_succeeds: request.c.malloc_succeeds,
        keep_error_branches: request.keep_error_branches,
        leaks: request.checks.is_on(CheckKind::Leak),
        uninitialized: request.checks.is_on(CheckKind::Uninitialized),
        unoptimised: request.inputs.iter().all(|i| InputLanguage::of_name(&i.name) == Some(InputLanguage::C)),
        finite: request.checks.has(Extra::FiniteFloats),
        alignment: request.checks.has(Extra::Alignment),
        no_pointer_checks: !request.checks.is_on(CheckKind::Pointer),
        no_error_locations: !request.checks.is_on(CheckKind::Reachable),
        termination: request.endless_loops || request.checks.is_on(CheckKind::Termination),
        stubs: request.c.stubs.iter().map(|(name, stub)| (name.clone(), stub_of(*stub).word())).collect(),
        other_stubs: if request.c.pure_stubs { "pure" } else { "any" },
    };
    let mut surroundings = Around { request, budget };
    let (mut program, mut diagnostics) = cairn_front_llvm::load(&mut sources, &files, &options, &mut surroundings);
    if let Some(program) = &mut program {
        cairn_passes::library_calls::at_call_sites(program);
        check_stubs(request, program, &mut diagnostics);
        diagnostics.extend(cairn_ir::validate::validate(program));
    }
    Loaded { program: program.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)), sources, diagnostics }
}

/// What LLVM modules have around them: the sources they were made of, and the C library.
struct Around<'r> {
    request: &'r Request,
    budget: &'r Budget,
}

impl cairn_front_llvm::Surroundings for Around<'_> {
    /// Debug information names the source by a path of the machine it was compiled on: there, or beside the input.
    fn source(&mut self, name: &str, directory: &str) -> Option<(String, String)> {
        let beside = name.rsplit('/').next().unwrap_or(name);
        let full = format!("{directory}/{name}");
        let found = [name, &*full, beside].iter().find_map(|path| self.request.units.find(path));
        found.map(|(_, text)| (name.to_string(), text))
    }
    fn is_known(&self, name: &str) -> bool {
        cairn_front_c::library::knows(name)
    }
    fn link(&mut self, sources: &mut SourceMap, interface: &cairn_front_llvm::Interface) -> Result<Program, String> {
        use cairn_front_c::{load, types::DataModel};
        let mut options = c_options(self.request);
        options.data_model = match interface.pointer_bytes {
            8 => DataModel::Lp64,
            4 => DataModel::Ilp32,
            bytes => return Err(format!("it knows no machine with pointers of {bytes} bytes")),
        };
        options.lower.entries.clone_from(&interface.entries);
        options.lower.exports.clone_from(&interface.exports);
        // The interface has names of its own for functions that nobody knows.
        for (name, _) in &mut options.lower.stubs {
            if let Some((own, _)) = interface.unknown.iter().find(|(_, theirs)| theirs == name) {
                name.clone_from(own);
            }
        }
        // What a module writes is not followed in memory, so the library cannot tell what has a value.
        options.lower.uninitialized = false;
        // Nor does it watch one of the objects that a module allocates: there every object must be released.
        options.lower.tracked = false;
        let input = load::CInput { name: "<interface>.i".into(), text: interface.text.clone() };
        let (program, found) = load::load(sources, &[input], &options, self.budget, &mut |_| None);
        let why = || found.iter().find(|d| d.is_error()).map_or("no program came of it".into(), |d| d.message.clone());
        program.ok_or_else(why)
    }
}

fn c_options(request: &Request) -> cairn_front_c::load::COptions {
    use cairn_front_c::{load, lower, preprocess, types};
    let choices = &request.c;
    let preprocessor = preprocess::Preprocessor::default();
    load::COptions {
        data_model: if choices.ilp32 { types::DataModel::Ilp32 } else { types::DataModel::Lp64 },
        preprocessor: preprocess::Preprocessor {
            compiler: choices.compiler.clone().unwrap_or(preprocessor.compiler),
            folders: choices.folders.iter().chain(&request.shipped_headers).cloned().collect(),
            macros: choices.macros.iter().cloned().chain(["__CAIRN__".to_string()]).collect(),
            arguments: choices.arguments.clone(),
            of_file: choices.of_file.clone(),
            unsaved: request.unsaved.clone(),
        },
        lower: lower::LowerOptions {
            entries: request.entries.clone(),
            exports: Vec::new(),
            every: request.every,
            kept_globals: request.kept_globals.clone(),
            malloc_succeeds: choices.malloc_succeeds,
            conversion: request.checks.is_on(CheckKind::Conversion),
            leak: request.checks.is_on(CheckKind::Leak),
            tracked: request.competition.as_ref().is_some_and(crate::competition::lets_be_tracked),
            uninitialized: request.checks.is_on(CheckKind::Uninitialized),
            float: request.checks.has(Extra::FiniteFloats),
            alignment: request.checks.has(Extra::Alignment),
            members: request.checks.has(Extra::Members),
            no_pointer_checks: !request.checks.is_on(CheckKind::Pointer),
            no_error_locations: !request.checks.is_on(CheckKind::Reachable),
            termination: request.endless_loops || request.checks.is_on(CheckKind::Termination),
            evaluation_order: match choices.evaluation_order.unwrap_or_default() {
                EvaluationOrder::Any => lower::EvaluationOrder::Any,
                EvaluationOrder::Left => lower::EvaluationOrder::Left,
                EvaluationOrder::Right => lower::EvaluationOrder::Right,
            },
            stubs: choices.stubs.iter().map(|(name, stub)| (name.clone(), stub_of(*stub))).collect(),
            regions: choices.regions.iter().map(region_of).collect(),
            other_stubs: if choices.pure_stubs { lower::Stub::Pure } else { lower::Stub::Open },
            bit_field_promotion: match choices.bit_field_promotion.unwrap_or_default() {
                BitFieldPromotion::Any => lower::BitFieldPromotion::Any,
                BitFieldPromotion::Gcc => lower::BitFieldPromotion::Gcc,
                BitFieldPromotion::Clang => lower::BitFieldPromotion::Clang,
            },
        },
    }
}

fn region_of(region: &crate::request::Region) -> cairn_front_c::lower::Region {
    let crate::request::Region { address, bytes, volatile } = *region;
    cairn_front_c::lower::Region { address, bytes, volatile }
}

fn stub_of(stub: Stub) -> cairn_front_c::lower::Stub {
    use cairn_front_c::lower;
    match stub {
        Stub::Any => lower::Stub::Any,
        Stub::Arguments => lower::Stub::Arguments,
        Stub::Pure => lower::Stub::Pure,
        Stub::Unreachable => lower::Stub::Unreachable,
    }
}

/// Where things stand in a program that is one C file.
pub(crate) fn outline(
    request: &Request,
    sources: &mut SourceMap,
    budget: &Budget,
) -> Result<cairn_front_c::outline::Outline, Vec<Diagnostic>> {
    let Some(file) = request.inputs.first() else { return Err(Vec::new()) };
    let input = cairn_front_c::load::CInput { name: file.name.clone(), text: file.text.clone() };
    let mut read = |name: &str| request.headers.find(name).map(|(_, text)| text);
    let options = c_options(request);
    let (made, diagnostics) = cairn_front_c::outline::outline(sources, &input, &options, budget, &mut read);
    made.ok_or(diagnostics)
}

/// What executions of each input of C come by, in the texts as they are written.
pub(crate) fn sites(
    request: &Request,
    sources: &mut SourceMap,
    budget: &Budget,
) -> Result<Vec<cairn_front_c::sites::Sites>, Vec<Diagnostic>> {
    let options = c_options(request);
    let mut read = |name: &str| request.headers.find(name).map(|(_, text)| text);
    let mut one = |file: &InputFile| {
        let input = cairn_front_c::load::CInput { name: file.name.clone(), text: file.text.clone() };
        let (made, diagnostics) = cairn_front_c::sites::sites(sources, &input, &options, budget, &mut read);
        made.ok_or(diagnostics)
    };
    request.inputs.iter().map(&mut one).collect()
}

fn load_c(request: &Request, budget: &Budget) -> Loaded {
    use cairn_front_c::load;
    let mut sources = SourceMap::new();
    let options = c_options(request);
    let input = |file: &InputFile| load::CInput { name: file.name.clone(), text: file.text.clone() };
    let inputs: Vec<load::CInput> = request.inputs.iter().map(input).collect();
    let mut read = |name: &str| request.headers.find(name).map(|(_, text)| text);
    let (mut program, mut diagnostics) = load::load(&mut sources, &inputs, &options, budget, &mut read);
    if let Some(program) = &mut program {
        cairn_passes::library_calls::at_call_sites(program);
        diagnostics.extend(cairn_ir::validate::validate(program));
    }
    Loaded { program: program.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)), sources, diagnostics }
}
