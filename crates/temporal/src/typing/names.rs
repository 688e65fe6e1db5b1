//! Names of conditions: variables of the program, parameters and results at events, literals of enumerations.

use super::{Kind, Refusal, Typed, Typer, Typing, wrong};
use crate::term::Term;
use cairn_automata::condition::EventKind;
use cairn_ir::{ExprId, Language, Place, ProcId, ProcedureRole, Program, Style, TypeId, VarId};
use num_bigint::BigInt;

/// The functions with a body that a property may name: by the whole name, or by its last part where that is unique.
pub fn function(program: &Program, name: &str) -> Result<Option<ProcId>, String> {
    let is_own = |id: &ProcId| program.procedures[*id].role == ProcedureRole::Source;
    let all: Vec<ProcId> = program.procedures.ids().filter(is_own).collect();
    unique(program, name, &all, |id| program.procedures[*id].name.to_string())
}

fn unique<T: Copy>(program: &Program, name: &str, all: &[T], of: impl Fn(&T) -> String) -> Result<Option<T>, String> {
    let is_ada = program.language == Language::Ada;
    let same = |a: &str, b: &str| a == b || (is_ada && a.eq_ignore_ascii_case(b));
    if let Some(found) = all.iter().find(|one| same(&of(one), name)) {
        return Ok(Some(*found));
    }
    let ends = |one: &&T| {
        let full = of(one);
        let Some(at) = full.len().checked_sub(name.len() + 1) else { return false };
        full.is_char_boundary(at) && full[at..].starts_with('.') && same(&full[at + 1..], name)
    };
    let found: Vec<&T> = all.iter().filter(ends).collect();
    match found.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(**one)),
        several => {
            let names: Vec<String> = several.iter().map(|one| format!("`{}`", of(one))).collect();
            Err(format!("`{name}` may be {}", names.join(" or ")))
        }
    }
}

/// A global that the source shows.
fn global(program: &Program, name: &str) -> Result<Option<VarId>, String> {
    let all: Vec<VarId> = program.globals().filter(|(_, v)| !v.temporary).map(|(id, _)| id).collect();
    // LLVM writes globals with a sign of its own, which no condition has.
    let shown = |id: &VarId| program.variables[*id].shown_name().trim_start_matches('@').to_string();
    unique(program, name, &all, shown)
}

/// A parameter by the name that the source gives it, as it is when the function is called.
pub fn parameter(program: &Program, function: ProcId, name: &str) -> Option<VarId> {
    let is_ada = program.language == Language::Ada;
    let same = |id: &VarId| {
        let own = program.variables[*id].shown_name();
        &**own == name || (is_ada && own.eq_ignore_ascii_case(name))
    };
    program.procedures[function].parameters.iter().copied().find(same)
}

/// A variable of a function that the source declares once by this name.
pub fn local(program: &Program, function: ProcId, name: &str) -> Result<VarId, String> {
    let body = &program.procedures[function];
    let is_ada = program.language == Language::Ada;
    let same = |id: &VarId| {
        let own = program.variables[*id].shown_name();
        &**own == name || (is_ada && own.eq_ignore_ascii_case(name))
    };
    // A parameter of mode `in out` is two variables; the result is the one that the body changes.
    let own = || body.results.iter().chain(&body.locals).chain(&body.parameters).copied().filter(same);
    let is_numbered = |id: &VarId| program.variables[*id].name.rsplit_once('@').is_some_and(|(stem, _)| stem == name);
    let further = body.locals.iter().filter(|id| is_numbered(id)).count();
    let plain: Vec<VarId> = own().filter(|id| !program.variables[*id].temporary).collect();
    let found = plain.first().copied().or_else(|| own().next());
    match (found, further) {
        (Some(found), 0) => Ok(found),
        (Some(_), _) => Err(format!("`{}` has several variables `{name}`", body.name)),
        (None, _) => Err(format!("`{}` has no variable `{name}`", body.name)),
    }
}

/// What a pointer of C points to, by the name of its type.
pub(super) fn pointee(program: &Program, ty: TypeId) -> Option<TypeId> {
    let name = program.types.get(ty).display.name.as_deref()?;
    let name = name.trim_end_matches("const").trim_end_matches("volatile").trim_end();
    let name = name.strip_suffix('*')?.trim_end();
    let name = name.strip_prefix("const ").unwrap_or(name);
    let named = program.types.iter().find(|(_, own)| own.display.name.as_deref() == Some(name));
    named.map(|(id, _)| id)
}

impl Typer<'_> {
    pub(super) fn is_variable(&self, name: &str) -> bool {
        !matches!(global(self.program, name), Ok(None))
    }
    pub(super) fn name(&mut self, term: &Term) -> Typing<Typed> {
        match term {
            Term::Name(name) => match global(self.program, name) {
                Ok(Some(var)) => Ok(self.variable(var)),
                Ok(None) => self.enumeration(name, None),
                Err(why) => wrong(why),
            },
            Term::Parameter { function: of, name } => self.parameter(of, name),
            Term::Result(of) => self.result(of.as_deref()),
            Term::Local { function: of, name } => self.local(of, name),
            _ => wrong("this is no name"),
        }
    }
    fn variable(&mut self, var: VarId) -> Typed {
        let expr = self.program.var(var);
        self.typed(expr, None)
    }
    fn function(&self, name: &str) -> Typing<ProcId> {
        match function(self.program, name) {
            Ok(Some(found)) => Ok(found),
            // The source defines it, and no run comes there.
            Ok(None) if self.program.subprograms.iter().any(|own| *own.name == *name && !own.is_reached) => {
                Err(Refusal::NotHere)
            }
            Ok(None) => wrong(format!("the program has no function `{name}` with a body")),
            Err(why) => wrong(why),
        }
    }
    fn parameter(&mut self, of: &str, name: &str) -> Typing<Typed> {
        let function = self.function(of)?;
        let Some(var) = parameter(self.program, function, name) else {
            return wrong(format!("`{of}` has no parameter `{name}`"));
        };
        match self.scope.event {
            Some((EventKind::Call, here)) if here == function => Ok(self.variable(var)),
            _ => Err(Refusal::NotHere),
        }
    }
    fn result(&mut self, of: Option<&str>) -> Typing<Typed> {
        let returning = match self.scope.event {
            Some((EventKind::Return, here)) => Some(here),
            _ => None,
        };
        let function = match of {
            Some(name) => self.function(name)?,
            None => returning.ok_or(Refusal::NotHere)?,
        };
        let [result] = self.program.procedures[function].results[..] else {
            if of.is_none() {
                return Err(Refusal::NotHere);
            }
            let name = self.program.procedures[function].name.clone();
            return wrong(format!("`{name}` returns no value"));
        };
        if returning == Some(function) { Ok(self.variable(result)) } else { Err(Refusal::NotHere) }
    }
    fn local(&mut self, of: &str, name: &str) -> Typing<Typed> {
        let function = self.function(of)?;
        let var = local(self.program, function, name).map_err(Refusal::Wrong)?;
        let Some((copy, active)) = self.scope.copies.get(&var).copied() else { return Err(Refusal::NotHere) };
        let active = self.program.var(active);
        self.defined.push(active);
        let pointee = pointee(self.program, self.program.variables[var].ty);
        let expr = self.program.var(copy);
        Ok(self.typed(expr, pointee))
    }
    /// `Package.Variable`: a name with dots that is one variable.
    pub(super) fn dotted(&mut self, term: &Term) -> Option<Typing<Typed>> {
        let name = flattened(term)?;
        match global(self.program, &name) {
            Ok(Some(var)) => Some(Ok(self.variable(var))),
            _ => None,
        }
    }
    /// A literal of an enumeration, of that type or of the only one that has it.
    pub(super) fn enumeration(&mut self, name: &str, hint: Option<TypeId>) -> Typing<Typed> {
        let is_ada = self.program.language == Language::Ada;
        let same = |own: &str| own == name || (is_ada && own.eq_ignore_ascii_case(name));
        let value_in = |ty: TypeId| match &self.program.types.get(ty).display.style {
            Style::Enumeration(literals) => literals.iter().find(|(_, own)| same(own)).map(|(value, _)| value.clone()),
            _ => None,
        };
        if let Some(value) = hint.and_then(value_in) {
            return self.literal(&value);
        }
        let mut values: Vec<BigInt> = self.program.types.iter().filter_map(|(id, _)| value_in(id)).collect();
        values.dedup();
        match values.as_slice() {
            [value] => {
                let value = value.clone();
                self.literal(&value)
            }
            [] => wrong(self.no_such_name(name)),
            _ => wrong(format!("several enumerations have a literal `{name}`")),
        }
    }
    fn no_such_name(&self, name: &str) -> String {
        let own =
            self.program.globals().filter(|(_, v)| !v.temporary).map(|(_, v)| v.shown_name().trim_start_matches('@'));
        let close = cairn_base::similar(name, own);
        match close.first() {
            Some(close) => format!("there is no global variable `{name}`; did you mean `{close}`?"),
            None => format!(
                "there is no global variable `{name}`; a variable of a function is written `function::name`, a parameter at a call `function().name`"
            ),
        }
    }
    pub(super) fn address(&mut self, base: &Term) -> Typing<Typed> {
        let name = flattened(base);
        let var = name.as_deref().and_then(|name| global(self.program, name).ok().flatten());
        let Some(var) = var else { return wrong("only the address of a global variable can be taken here") };
        if !self.program.variables[var].addressable {
            return wrong(format!("nothing in the program points to `{}`", name.unwrap_or_default()));
        }
        let pointee = self.program.variables[var].ty;
        let expr: ExprId = self.program.address_of(Place::var(var)).map_err(|error| Refusal::Wrong(error.0))?;
        let typed = self.typed(expr, None);
        Ok(Typed { kind: Kind::Pointer(Some(pointee)), ..typed })
    }
}

fn flattened(term: &Term) -> Option<String> {
    match term {
        Term::Name(name) => Some(name.clone()),
        Term::Field(base, name) => Some(format!("{}.{name}", flattened(base)?)),
        _ => None,
    }
}
