//! Aspects and pragmas that state something Cairn does not check, and those it does not know: each file that has
//! any gets one diagnostic that names them. `Initial_Condition` of packages, which is checked, is here too.
//!
//! Nothing is passed over: an aspect is one of those that other modules read, one without a meaning for what a
//! program computes ([`WITHOUT_MEANING`]), one that is refused ([`REFUSED`]), one that is named as not checked
//! ([`NOT_CHECKED`]), or unknown, and named too.

use super::entities::EntityId;
use super::tree::{AssertKind, Item, Statement, StatementKind};
use super::{Analyzer, Resolved};
use crate::codes;
use crate::syntax::ast::{Aspect, Association, DeclarationKind, Expression, ExpressionKind, Package, Pragma};
use cairn_base::{Diagnostic, FileId, Severity, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What `check` reads: contracts, predicates, representation that matters.
pub(crate) const READ: &[&str] = &[
    "pre",
    "precondition",
    "post",
    "postcondition",
    "contract_cases",
    "refined_post",
    "subprogram_variant",
    "initial_condition",
    "default_initial_condition",
    "static_predicate",
    "dynamic_predicate",
    "predicate",
    "ghost_predicate",
    "predicate_failure",
    "type_invariant",
    "invariant",
    "default_value",
    "default_component_value",
    "no_return",
    "volatile_function",
    "spark_mode",
    "import",
    "convention",
    "volatile",
    "atomic",
    "async_writers",
    "volatile_components",
    "shared",
    "volatile_full_access",
    "atomic_components",
    "async_readers",
    "effective_reads",
    "effective_writes",
    "address",
    "small",
    "assert",
    "assert_and_cut",
    "assume",
    "check",
    "loop_invariant",
    "loop_variant",
    "interface",
    "overflow_mode",
    "assertion_policy",
    "check_policy",
    "global",
    "depends",
    "refined_global",
    "refined_depends",
    "refined_state",
    "initializes",
    "abstract_state",
    "part_of",
];

/// Statements about data flow, termination and exceptions: true or not, the program computes the same.
const NOT_CHECKED: &[&str] = &[
    "always_terminates",
    "terminating",
    "exceptional_cases",
    "exit_cases",
    "program_exit",
    "side_effects",
    "constant_after_elaboration",
    "nonblocking",
    "test_case",
    "stable_properties",
    "relaxed_initialization",
    "max_queue_length",
    "max_entry_queue_length",
    "structural",
    "program_state",
    "no_heap_allocations",
    "parallel_calls",
    "yield",
    "exclusive_functions",
    "dispatching",
    "preelaborable_initialization",
    "local_restrictions",
    "no_wrap_around",
    "user_aspect",
];

/// What changes the meaning of a program in ways that are not translated: refused where it stands.
const REFUSED: &[&str] = &[
    "short_circuit_and_or",
    "suppress_initialization",
    "initialize_scalars",
    "normalize_scalars",
    "unchecked_union",
    "type_invariant_class",
    "invariant_class",
    "attach_handler",
    "interrupt_handler",
    "unsigned_base_range",
];

/// Layout, linking, style, and what only says how other parts of a program may use an entity.
const WITHOUT_MEANING: &[&str] = &[
    "inline",
    "inline_always",
    "no_inline",
    "inline_for_proof",
    "pack",
    "size",
    "value_size",
    "object_size",
    "component_size",
    "alignment",
    "bit_order",
    "scalar_storage_order",
    "machine_radix",
    "storage_size",
    "storage_pool",
    "default_storage_pool",
    "simple_storage_pool",
    "export",
    "external_name",
    "link_name",
    "linker_section",
    "linker_alias",
    "weak_external",
    "machine_attribute",
    "suppress_debug_info",
    "no_elaboration_code_all",
    "no_elaboration_code",
    "pure",
    "preelaborate",
    "elaborate",
    "elaborate_all",
    "elaborate_body",
    "pure_function",
    "remote_types",
    "shared_passive",
    "remote_call_interface",
    "all_calls_remote",
    "full_access_only",
    "independent",
    "independent_components",
    "no_caching",
    "unimplemented",
    "universal_aliasing",
    "universal_data",
    "unmodified",
    "unreferenced",
    "unreferenced_objects",
    "unused",
    "obsolescent",
    "favor_top_level",
    "simulate_internal_error",
    "thread_local_storage",
    "no_tagged_streams",
    "extensions_visible",
    "hidden_parts",
    "ghost",
    "annotate",
    "gnat_annotate",
    "dimension",
    "dimension_system",
    "synchronization",
    "priority",
    "interrupt_priority",
    "cpu",
    "relative_deadline",
    "dispatching_domain",
    "secondary_stack_size",
    "discard_names",
    "static",
    "unevaluated_use_of_old",
    "put_image",
    "read",
    "write",
    "input",
    "output",
    "external_tag",
    "implicit_dereference",
    "constant_indexing",
    "variable_indexing",
    "default_iterator",
    "iterator_element",
    "iterator_view",
    "iterable",
    "aggregate",
    "integer_literal",
    "real_literal",
    "string_literal",
    "designated_storage_model",
    "storage_model_type",
    "exclude_null",
    "disable_controlled",
    "lock_free",
    "controlled_parameter",
    "contract_refinement",
    "warnings",
    "style_checks",
    "list",
    "page",
    "optimize",
    "restrictions",
    "restriction_warnings",
    "profile",
    "profile_warnings",
    "optimize_alignment",
    "no_strict_aliasing",
    "assume_no_invalid_values",
    "ada_83",
    "ada_95",
    "ada_05",
    "ada_2005",
    "ada_12",
    "ada_2012",
    "ada_2022",
    "extensions_allowed",
    "suppress",
    "unsuppress",
    "suppress_all",
    "eliminate",
    "reviewable",
    "inspection_point",
    "comment",
    "ident",
    "title",
    "subtitle",
    "linker_options",
    "license",
    "source_file_name",
    "source_file_name_project",
    "source_reference",
    "debug",
    "debug_policy",
    "validity_checks",
    "compile_time_error",
    "compile_time_warning",
    "assertion_policy",
    "queuing_policy",
    "locking_policy",
    "task_dispatching_policy",
    "partition_elaboration_policy",
    "elaboration_checks",
    "detect_blocking",
    "controlled",
    "propagate_exceptions",
    "common_object",
    "psect_object",
    "export_function",
    "export_procedure",
    "import_function",
    "import_procedure",
    "import_object",
    "export_object",
    "passive",
    "main",
    "main_storage",
    "no_run_time",
    "ravenscar",
    "restricted_run_time",
    "polling",
    "prefix_exception_messages",
    "rename_pragma",
    "stream_convert",
    "task_name",
    "task_info",
    "task_storage",
    "time_slice",
    "use_vads_size",
    "wide_character_encoding",
    "keep_names",
    "finalize_storage_only",
    "fast_math",
    "float_representation",
    "long_float",
    "external",
    "external_name_casing",
    "first_controlling_parameter",
    "default_scalar_storage_order",
    "interrupt_state",
    "implementation_defined",
    "compiler_unit",
    "compiler_unit_warning",
    "super",
    "allow_integer_address",
    "aggregate_individually_assign",
    "c_pass_by_copy",
    "complex_representation",
    "component_alignment",
    "convention_identifier",
    "cpp_class",
    "cpp_constructor",
    "cpp_virtual",
    "cpp_vtable",
    "elaboration_control",
    "enable_atomic_synchronization",
    "disable_atomic_synchronization",
    "no_body",
    "no_component_reordering",
    "unsuppress_all",
    "ordered",
    "overriding_renamings",
    "provide_shift_operators",
    "remote_access_type",
    "attribute_definition",
];

/// The statements of one file that are not checked: name, first place, how many.
pub(super) type Unchecked = BTreeMap<FileId, BTreeMap<String, (Span, usize)>>;

impl Analyzer<'_> {
    /// Notes an aspect that states something nobody checks.
    pub(super) fn name_unchecked(&mut self, aspect: &Aspect) {
        if let Some(ExpressionKind::Aggregate(aggregate)) = aspect.value.as_ref().map(|value| &value.kind) {
            self.name_unchecked_annotation(aspect.name.symbol, &aggregate.associations, aspect.name.span);
        }
        self.name_if_unchecked(aspect.name.symbol, aspect.name.span);
    }

    /// What GNATprove is asked to check beyond the language.
    fn name_unchecked_annotation(&mut self, name: crate::syntax::names::Symbol, arguments: &[Association], span: Span) {
        let is = |symbol, text| self.symbol_text(symbol) == text;
        let asks = |argument: &Association| matches!(argument.value.kind, ExpressionKind::Name(symbol) if is(symbol, "no_wrap_around"));
        if is(name, "annotate") && arguments.iter().any(asks) && self.context.user {
            let own = self.unchecked.entry(span.file).or_default();
            own.entry("No_Wrap_Around".into()).or_insert((span, 0)).1 += 1;
        }
    }

    pub(super) fn name_unchecked_pragma(&mut self, pragma: &Pragma) {
        self.name_unchecked_annotation(pragma.name.symbol, &pragma.arguments, pragma.span);
        self.name_if_unchecked(pragma.name.symbol, pragma.span);
    }

    fn name_if_unchecked(&mut self, symbol: crate::syntax::names::Symbol, span: Span) {
        let name = self.symbol_text(symbol);
        let silent = READ.contains(&name) || WITHOUT_MEANING.contains(&name);
        if silent || !self.context.user || self.is_shipped(span) {
            return;
        }
        let spelled = capitalized(name);
        if REFUSED.contains(&name) {
            self.items.push(Item::Unsupported(spelled.into(), span));
            return;
        }
        self.unchecked.entry(span.file).or_default().entry(spelled).or_insert((span, 0)).1 += 1;
    }

    /// What is stated of a generic formal holds for its actual, which nobody checks.
    pub(super) fn formal_aspects(&mut self, aspects: &[Aspect]) {
        for aspect in aspects {
            self.name_unchecked(aspect);
            let name = self.symbol_text(aspect.name.symbol);
            if READ.contains(&name) {
                let what = format!("{} of a generic formal", capitalized(name));
                self.items.push(Item::Unsupported(what.into(), aspect.name.span));
            }
        }
    }

    /// One diagnostic per file.
    pub(super) fn report_unchecked(&mut self) {
        for names in std::mem::take(&mut self.unchecked).into_values() {
            let (known, unknown): (Vec<_>, Vec<_>) =
                names.into_iter().partition(|(name, _)| NOT_CHECKED.contains(&&*name.to_lowercase()));
            self.report_names(&known, codes::NOT_CHECKED, "not checked by this command");
            self.report_names(&unknown, codes::UNKNOWN_ASPECT, "not known and so not checked");
        }
    }

    fn report_names(&mut self, names: &[(String, (Span, usize))], code: &'static str, how: &str) {
        let Some(first) = names.iter().map(|(_, (span, _))| *span).min_by_key(|span| span.start) else { return };
        let word = |(name, (_, count)): &(String, (Span, usize))| match count {
            0 | 1 => name.clone(),
            count => format!("{name} ({count} times)"),
        };
        let list = names.iter().map(word).collect::<Vec<_>>().join(", ");
        let message = format!("stated in this file and {how}: {list}");
        self.report(Diagnostic::new(Severity::Note, code, message).at(first, ""));
    }

    /// `Initial_Condition` holds when the elaboration of a package is complete (SPARK RM 7.1.6): behind its body if it
    /// has one, else behind its specification.
    pub(super) fn initial_condition(&mut self, entity: EntityId, package: &Package) -> Resolved<()> {
        for aspect in &package.aspects {
            self.name_unchecked(aspect);
        }
        for (condition, span) in self.initial_conditions_of(package) {
            let condition = self.assertion(condition)?;
            let kind = StatementKind::Assert(AssertKind::Assert, condition);
            let check = Rc::new(Statement { kind, span });
            self.a.initial_conditions.entry(entity).or_default().push(check.clone());
            self.items.push(Item::InitialCondition { package: entity, check, body: false });
        }
        Ok(())
    }

    fn initial_conditions_of<'p>(&self, package: &'p Package) -> Vec<(&'p Expression, Span)> {
        let is = |symbol| self.symbol_text(symbol) == "initial_condition";
        let aspects = package.aspects.iter().filter(|a| is(a.name.symbol)).filter_map(|a| a.value.as_deref());
        let pragmas = package.visible.iter().filter_map(|d| match &d.kind {
            DeclarationKind::Pragma(pragma) if is(pragma.name.symbol) => pragma.arguments.first().map(|a| &a.value),
            _ => None,
        });
        aspects.chain(pragmas).map(|value| (value, value.span)).collect()
    }

    /// Behind the body of a package: what its specification promised.
    pub(super) fn initial_condition_after_body(&mut self, entity: EntityId) {
        self.a.package_bodies.insert(entity);
        let promised = self.a.initial_conditions.get(&entity).cloned().unwrap_or_default();
        for check in promised {
            self.items.push(Item::InitialCondition { package: entity, check, body: true });
        }
    }
}

/// `always_terminates` as it is written: `Always_Terminates`.
fn capitalized(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.split('_').map(word).collect::<Vec<_>>().join("_")
}
