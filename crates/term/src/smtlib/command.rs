//! Reading scripts: the commands of a file or of a log.

use super::error::{ReadError, ReadErrorKind};
use super::read::{Meaning, Reader, Result};
use super::sexpr::{ExprId, SExprs};
use crate::op::{FunId, SymbolId, TermId};
use crate::terms::{Named, Terms};
use rustc_hash::FxHashMap;

/// A command, its names resolved. Definitions leave no command: their uses are expanded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    SetLogic(String),
    /// `set-option` and `set-info`: the text as written.
    Set(String),
    DeclareSymbol(SymbolId),
    DeclareFunction(FunId),
    Assert(TermId),
    CheckSat,
    CheckSatAssuming(Vec<TermId>),
    Push(u32),
    Pop(u32),
    GetModel,
    GetValue(Vec<TermId>),
    /// `get-unsat-core`, `get-info`, `echo` and others without effect: the text as written.
    Other(String),
    ResetAssertions,
    Exit,
}

/// Reads a whole script into terms of the context, building them through the simplifying constructors.
pub fn read_script(terms: &mut Terms, text: &str) -> Result<Vec<Command>> {
    Reader::new(terms).script(text)
}

/// Names as they were before a push.
type Undo = Vec<(String, Option<Meaning>)>;

impl Reader<'_> {
    /// Reads the commands of a text, which may refer to names this reader already knows.
    pub fn script(&mut self, text: &str) -> Result<Vec<Command>> {
        let exprs = SExprs::parse(text)?;
        let mut scopes: Vec<Undo> = Vec::new();
        let mut commands = Vec::new();
        for &expr in exprs.top() {
            let items = exprs.list(expr).unwrap_or(&[]);
            let (&head, args) = items.split_first().ok_or_else(|| self.expected(&exprs, expr, "a command"))?;
            let name = self.symbol(&exprs, head)?;
            if let Some(command) = self.command(&exprs, expr, name, args, &mut scopes)? {
                commands.push(command);
            }
        }
        Ok(commands)
    }

    fn command(
        &mut self,
        exprs: &SExprs,
        expr: ExprId,
        name: &str,
        args: &[ExprId],
        scopes: &mut Vec<Undo>,
    ) -> Result<Option<Command>> {
        Ok(Some(match (name, args) {
            ("set-logic", &[logic]) => Command::SetLogic(self.symbol(exprs, logic)?.to_owned()),
            ("set-option" | "set-info", _) => Command::Set(exprs.source(expr).to_owned()),
            ("declare-const", &[name, sort]) => self.declare(exprs, name, &[], sort, scopes)?,
            ("declare-fun", &[name, parameters, sort]) => {
                let list = exprs.list(parameters).ok_or_else(|| self.expected(exprs, parameters, "parameter sorts"))?;
                self.declare(exprs, name, list, sort, scopes)?
            }
            ("define-fun", &[name, parameters, sort, body]) => {
                self.define_function(exprs, name, parameters, sort, body, scopes)?;
                return Ok(None);
            }
            ("define-const", &[name, sort, body]) => {
                self.define_constant(exprs, name, sort, body, scopes)?;
                return Ok(None);
            }
            ("define-sort", &[name, parameters, sort]) if exprs.list(parameters).is_some_and(<[_]>::is_empty) => {
                let sort = self.sort(exprs, sort)?;
                let name = self.symbol(exprs, name)?.to_owned();
                self.sorts.insert(name, sort);
                return Ok(None);
            }
            ("assert", &[formula]) => Command::Assert(self.formula(exprs, formula)?),
            ("check-sat", []) => Command::CheckSat,
            ("check-sat-assuming", &[list]) => Command::CheckSatAssuming(self.terms_of(exprs, list)?),
            ("push", _) => self.push(exprs, expr, args, scopes)?,
            ("pop", _) => self.pop(exprs, expr, args, scopes)?,
            ("get-model", []) => Command::GetModel,
            ("get-value", &[list]) => Command::GetValue(self.terms_of(exprs, list)?),
            ("reset-assertions", []) => Command::ResetAssertions,
            ("exit", []) => Command::Exit,
            (
                "get-unsat-core"
                | "get-unsat-assumptions"
                | "get-info"
                | "get-option"
                | "get-assertions"
                | "get-assignment"
                | "get-proof"
                | "echo",
                _,
            ) => Command::Other(exprs.source(expr).to_owned()),
            _ => return Err(exprs.error(expr, ReadErrorKind::Unsupported(format!("command {name}")))),
        }))
    }

    fn terms_of(&mut self, exprs: &SExprs, list: ExprId) -> Result<Vec<TermId>> {
        let items = exprs.list(list).ok_or_else(|| self.expected(exprs, list, "a list of terms"))?;
        items.iter().map(|&item| self.term(exprs, item)).collect()
    }

    fn formula(&mut self, exprs: &SExprs, expr: ExprId) -> Result<TermId> {
        let term = self.term(exprs, expr)?;
        if self.terms.is_bool(term) { Ok(term) } else { Err(self.expected(exprs, expr, "a Boolean term")) }
    }

    /// Gives a name its meaning; a pop takes it back.
    fn introduce(&mut self, exprs: &SExprs, expr: ExprId, meaning: Meaning, scopes: &mut [Undo]) -> Result<()> {
        let name = self.symbol(exprs, expr)?;
        if self.names.contains_key(name) {
            return Err(exprs.error(expr, ReadErrorKind::Twice(name.to_owned())));
        }
        let before = self.define(name, meaning);
        if let Some(undo) = scopes.last_mut() {
            undo.push((name.to_owned(), before));
        }
        Ok(())
    }

    fn declare(
        &mut self,
        exprs: &SExprs,
        name: ExprId,
        parameters: &[ExprId],
        sort: ExprId,
        scopes: &mut [Undo],
    ) -> Result<Command> {
        let parameters: Vec<_> = parameters.iter().map(|&p| self.sort(exprs, p)).collect::<Result<_>>()?;
        let sort = self.sort(exprs, sort)?;
        let text = self.symbol(exprs, name)?;
        if parameters.is_empty() {
            let term = self.terms.symbol(text, sort);
            self.introduce(exprs, name, Meaning::Term(term), scopes)?;
            let symbol = self.terms.as_symbol(term).expect("a symbol was made");
            return Ok(Command::DeclareSymbol(symbol));
        }
        let function = self.terms.function(text, &parameters, sort);
        self.introduce(exprs, name, Meaning::Function(function), scopes)?;
        Ok(Command::DeclareFunction(function))
    }

    fn define_constant(
        &mut self,
        exprs: &SExprs,
        name: ExprId,
        sort: ExprId,
        body: ExprId,
        scopes: &mut [Undo],
    ) -> Result<()> {
        let sort = self.sort(exprs, sort)?;
        let mut term = self.term(exprs, body)?;
        if self.terms.sort_of(term) != sort && *self.terms.sort_data(sort) == crate::sort::Sort::Real {
            term = self.as_real(term);
        }
        if self.terms.sort_of(term) != sort {
            return Err(self.expected(exprs, body, "a term of the declared sort"));
        }
        self.introduce(exprs, name, Meaning::Term(term), scopes)
    }

    pub(super) fn define_function(
        &mut self,
        exprs: &SExprs,
        name: ExprId,
        parameters: ExprId,
        sort: ExprId,
        body: ExprId,
        scopes: &mut [Undo],
    ) -> Result<()> {
        if exprs.list(parameters).is_some_and(<[_]>::is_empty) {
            return self.define_constant(exprs, name, sort, body, scopes);
        }
        let (parameters, body_term) = self.function_body(exprs, parameters, body)?;
        let sort = self.sort(exprs, sort)?;
        if self.terms.sort_of(body_term) != sort {
            return Err(self.expected(exprs, body, "a term of the declared sort"));
        }
        self.introduce(exprs, name, Meaning::Macro(parameters, body_term), scopes)
    }

    /// Parameters as new symbols, and the body over them.
    pub(super) fn function_body(
        &mut self,
        exprs: &SExprs,
        parameters: ExprId,
        body: ExprId,
    ) -> Result<(Vec<TermId>, TermId)> {
        let variables = self.variables(exprs, parameters)?;
        let symbols: Vec<TermId> = variables.iter().map(|(name, sort)| self.terms.fresh_symbol(name, *sort)).collect();
        // The parameters hide what their names mean outside.
        let mut hidden: FxHashMap<String, Option<Meaning>> = FxHashMap::default();
        for ((name, _), &symbol) in variables.iter().zip(&symbols) {
            let before = self.define(name, Meaning::Term(symbol));
            hidden.entry(name.clone()).or_insert(before);
        }
        let result = self.term(exprs, body);
        for (name, before) in hidden {
            match before {
                Some(meaning) => self.names.insert(name, meaning),
                None => self.names.remove(&name),
            };
        }
        Ok((symbols, result?))
    }

    fn levels(&self, exprs: &SExprs, expr: ExprId, args: &[ExprId]) -> Result<u32> {
        match *args {
            [] => Ok(1),
            [count] => self.number(exprs, count),
            _ => Err(self.expected(exprs, expr, "one number")),
        }
    }

    fn push(&mut self, exprs: &SExprs, expr: ExprId, args: &[ExprId], scopes: &mut Vec<Undo>) -> Result<Command> {
        let count = self.levels(exprs, expr, args)?;
        if count > 1 << 16 {
            return Err(self.expected(exprs, expr, "a smaller number"));
        }
        scopes.extend((0..count).map(|_| Undo::new()));
        Ok(Command::Push(count))
    }

    fn pop(&mut self, exprs: &SExprs, expr: ExprId, args: &[ExprId], scopes: &mut Vec<Undo>) -> Result<Command> {
        let count = self.levels(exprs, expr, args)?;
        for _ in 0..count {
            let undo = scopes.pop().ok_or_else(|| self.expected(exprs, expr, "no more pops than pushes"))?;
            for (name, before) in undo.into_iter().rev() {
                match before {
                    Some(meaning) => self.names.insert(name, meaning),
                    None => self.names.remove(&name),
                };
            }
        }
        Ok(Command::Pop(count))
    }

    /// Lets a name of the text mean a symbol or function of the context.
    pub fn know(&mut self, name: &str, named: Named) {
        let meaning = match named {
            Named::Symbol(symbol) => Meaning::Term(self.terms.symbol_term(symbol)),
            Named::Function(function) => Meaning::Function(function),
        };
        self.define(name, meaning);
    }
}

/// The assertions of a script that only declares, defines, asserts and asks.
pub fn assertions(commands: &[Command]) -> impl Iterator<Item = TermId> + '_ {
    commands.iter().filter_map(|command| match command {
        Command::Assert(term) => Some(*term),
        _ => None,
    })
}

/// A solver's `(error "…")` as an error of ours.
pub(super) fn solver_error(exprs: &SExprs, expr: ExprId) -> Option<ReadError> {
    match *exprs.list(expr)? {
        [head, message] if exprs.is_word(head, "error") => {
            let message = exprs.string(message)?.into_owned();
            Some(exprs.error(expr, ReadErrorKind::Solver(message)))
        }
        _ => None,
    }
}
