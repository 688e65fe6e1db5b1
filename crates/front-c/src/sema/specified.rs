//! Where specifications belong: annotations and clauses to functions, loops and statements.
//!
//! What they say is typed by [`crate::acsl::typing`] and [`crate::cprover::typing`], in the scopes that are open here.

use super::Analyzer;
use super::statements::is_loop;
use super::tree::{Annotation, FunctionId, Stmt, StmtKind, VariableId};
use crate::acsl::parser::{Fault, Position};
use crate::acsl::syntax::{Annotation as Parsed, Contract, LoopAnnotation};
use crate::acsl::tree::{CodeSpecification, Dropped, LoopSpecification, Specification};
use crate::codes;
use crate::cprover::Clause;
use crate::syntax::ast::{self, FunctionDefinition, InitDeclarator, Statement};

impl Analyzer<'_> {
    /// An annotation at file scope: definitions, or the contract of the next function.
    pub(super) fn file_annotation(&mut self, annotation: &Annotation) {
        match self.parse_annotation(annotation, Position::File) {
            Some(Parsed::Definitions(definitions)) => self.definitions(&definitions),
            Some(Parsed::Contract(_, contract)) => self.pending_contracts.push(contract),
            Some(Parsed::Loop(_) | Parsed::Code(_)) => {
                self.error(codes::BAD_ANNOTATION, annotation.span, "this annotation belongs into a function");
            }
            None => self.program.dropped_definitions.extend(self.left_out(annotation)),
        }
    }
    /// What a comment that could not be used leaves behind; nothing, if it is no annotation at all.
    fn left_out(&self, annotation: &Annotation) -> Option<Dropped> {
        let word = crate::acsl::parser::first_word(&annotation.tokens)?;
        crate::acsl::parser::FIRST_WORDS.contains(&word).then(|| self.dropped_annotation(annotation))
    }
    pub(super) fn stray_annotation(&mut self, annotation: &Annotation) {
        let message = "no annotation may stand here; it is read as a comment";
        self.warn(codes::STRAY_ANNOTATION, annotation.span, message);
    }
    /// Contracts behind which no function came.
    pub(super) fn leave_out_contracts(&mut self) {
        for contract in std::mem::take(&mut self.pending_contracts) {
            let Some(span) = contract.span else { continue };
            self.error(codes::BAD_ANNOTATION, span, "no function stands behind this contract");
        }
    }
    /// Contracts before a definition, and between its head and its body.
    pub(super) fn contracts_of_definition(&mut self, definition: &FunctionDefinition) -> Vec<Contract> {
        let mut contracts = std::mem::take(&mut self.pending_contracts);
        for annotation in &definition.annotations {
            match self.parse_annotation(annotation, Position::File) {
                Some(Parsed::Contract(_, contract)) => contracts.push(contract),
                Some(_) => self.error(codes::BAD_ANNOTATION, annotation.span, "only a contract may stand here"),
                None => {}
            }
        }
        contracts
    }
    /// Types the contracts of a function, whose parameters are in scope.
    pub(super) fn function_contract(
        &mut self,
        id: FunctionId,
        contracts: &[Contract],
        clauses: &[Clause],
        parameters: Vec<VariableId>,
    ) {
        let result = self.program.types.function_type(self.program.functions[id].ty).map(|ty| ty.result);
        let mut specification = Specification::default();
        for contract in contracts {
            let result = result.or_else(|| Some(self.program.types.void()));
            self.contract(contract, result, &mut specification);
        }
        let outside = std::mem::replace(&mut self.logic.c_result, result);
        self.function_clauses(clauses, &mut specification);
        self.logic.c_result = outside;
        if !specification.is_empty() {
            self.keep_addresses(&specification);
            self.program.functions[id].contracts.push((specification, parameters));
        }
    }
    /// The contract of a declaration, with variables for its parameters.
    pub(super) fn declared_contract(&mut self, id: FunctionId, item: &InitDeclarator, contracts: &[Contract]) {
        let Some(ast::Derivation::Function(parameters)) = item.declarator.derivations.first() else {
            for span in contracts.iter().filter_map(|contract| contract.span) {
                self.error(codes::BAD_ANNOTATION, span, "the parameters of this function have no names here");
            }
            return;
        };
        let list = self.parameters(parameters, false);
        self.scopes.push(list.scope);
        self.function_contract(id, contracts, &item.clauses, list.variables.clone());
        self.scopes.pop();
        self.forget_behaviors();
        let function = &mut self.program.functions[id];
        if function.parameters.is_empty() {
            function.parameters = list.variables;
        }
    }

    // ---- statements ----

    /// A statement with the annotations before it.
    pub(super) fn annotated(
        &mut self,
        annotations: &[Annotation],
        mut loops: Vec<LoopAnnotation>,
        statement: &Statement,
        out: &mut Vec<Stmt>,
    ) {
        let mut contracts = Vec::new();
        for annotation in annotations {
            match self.code_annotation(annotation, out) {
                Some(Parsed::Loop(found)) if is_loop(statement) => loops.push(found),
                Some(Parsed::Loop(_)) => {
                    self.error(codes::BAD_ANNOTATION, annotation.span, "no loop stands behind this annotation");
                }
                Some(Parsed::Contract(names, contract)) => contracts.push((names, contract)),
                _ => {}
            }
        }
        if contracts.is_empty() {
            return self.statement(statement, loops, out);
        }
        let span = statement.span;
        let mut specification = Specification::default();
        for (names, contract) in &contracts {
            if let Some(name) = names.first() {
                let fault = Fault {
                    span: name.span,
                    message: "a contract of a statement for one behavior is not supported".to_string(),
                    is_refused: true,
                };
                self.report_fault(&fault);
                specification.dropped.push(Dropped { why: fault.message.as_str().into(), span: name.span });
                continue;
            }
            self.contract(contract, None, &mut specification);
        }
        self.keep_addresses(&specification);
        self.open_block();
        let mut statements = Vec::new();
        self.statement(statement, loops, &mut statements);
        let body = self.close_block(statements, span);
        out.push(Stmt { kind: StmtKind::Contracted { specification: Box::new(specification), body }, span });
    }
    /// Assertions become statements; what belongs to the next statement is given back.
    fn code_annotation(&mut self, annotation: &Annotation, out: &mut Vec<Stmt>) -> Option<Parsed> {
        match self.parse_annotation(annotation, Position::Code) {
            Some(Parsed::Code(clauses)) => {
                let mut found = Vec::new();
                self.code_clauses(&clauses, &mut found);
                for (specification, span) in found {
                    self.keep_code_addresses(&specification);
                    out.push(Stmt { kind: StmtKind::Specification(Box::new(specification)), span });
                }
                None
            }
            Some(Parsed::Definitions(_)) => {
                self.error(codes::BAD_ANNOTATION, annotation.span, "a definition stands outside of functions");
                None
            }
            None => {
                let dropped = self.left_out(annotation)?;
                let span = dropped.span;
                let kind = StmtKind::Specification(Box::new(CodeSpecification::Dropped(dropped)));
                out.push(Stmt { kind, span });
                None
            }
            other => other,
        }
    }
    /// Annotations behind which no statement comes.
    pub(super) fn unattached(&mut self, annotations: &mut Vec<Annotation>, out: &mut Vec<Stmt>) {
        for annotation in std::mem::take(annotations) {
            if self.code_annotation(&annotation, out).is_some() {
                self.error(codes::BAD_ANNOTATION, annotation.span, "no statement stands behind this annotation");
            }
        }
    }
    /// What is said about a loop whose head is in scope.
    pub(super) fn loop_contract(&mut self, loops: &[LoopAnnotation], clauses: &[Clause]) -> Box<LoopSpecification> {
        let mut specification = LoopSpecification::default();
        for annotation in loops {
            self.loop_specification(annotation, &mut specification);
        }
        self.loop_clauses(clauses, &mut specification);
        self.keep_loop_addresses(&specification);
        Box::new(specification)
    }
}
