//! Applications: of words with a backslash, and of predicates and logic functions.

use super::super::syntax::{Ident, Node};
use super::super::tree::{Builtin, Label, LogicFunctionId, LogicType, Operator, Term, TermKind};
use super::places::is_set;
use super::{Typed, refused, wrong};
use crate::sema::Analyzer;
use cairn_base::Span;

/// Words that take sets of pointers or values, with how many arguments they have at least.
const WORDS: [(&str, Builtin, usize); 21] = [
    ("\\valid", Builtin::Valid, 1),
    ("\\valid_read", Builtin::ValidRead, 1),
    ("\\initialized", Builtin::Initialized, 1),
    ("\\separated", Builtin::Separated, 2),
    ("\\fresh", Builtin::Fresh, 1),
    ("\\freeable", Builtin::Freeable, 1),
    ("\\allocable", Builtin::Allocable, 1),
    ("\\dangling", Builtin::Dangling, 1),
    ("\\valid_function", Builtin::ValidFunction, 1),
    ("\\base_addr", Builtin::BaseAddress, 1),
    ("\\block_length", Builtin::BlockLength, 1),
    ("\\offset", Builtin::Offset, 1),
    ("\\subset", Builtin::Subset, 2),
    ("\\is_finite", Builtin::IsFinite, 1),
    ("\\is_NaN", Builtin::IsNan, 1),
    ("\\is_infinite", Builtin::IsInfinite, 1),
    ("\\same_object", Builtin::SameObject, 2),
    // Predicates that Frama-C's headers define.
    ("valid_string", Builtin::ValidString, 1),
    ("valid_read_string", Builtin::ValidReadString, 1),
    ("\\valid_string", Builtin::ValidString, 1),
    ("\\valid_read_string", Builtin::ValidReadString, 1),
];

impl Analyzer<'_> {
    pub(super) fn apply(&mut self, function: &Ident, labels: &[Ident], arguments: &[Node], span: Span) -> Typed<Term> {
        let name = &*function.text;
        let known = self.logic.functions.get(name).cloned();
        let builtin = WORDS.iter().find(|(word, ..)| *word == name).filter(|_| known.is_none());
        if let Some((_, builtin, count)) = builtin {
            return self.builtin(*builtin, *count, function, labels, arguments, span);
        }
        if name.starts_with('\\') {
            return self.mathematical(function, arguments, span);
        }
        let Some(candidates) = known else {
            return Err(wrong(function.span, format!("no predicate or logic function `{name}` is declared")));
        };
        let arguments: Typed<Vec<Term>> = arguments.iter().map(|node| self.term(node)).collect();
        let arguments = arguments?;
        let chosen = self.chosen(&candidates, &arguments);
        let Some(id) = chosen else {
            let types: Vec<String> = arguments.iter().map(|term| self.show_logic(&term.ty)).collect();
            let message = format!("no `{name}` takes arguments of the types ({})", types.join(", "));
            return Err(wrong(function.span, message));
        };
        let labels: Typed<Vec<Label>> = labels.iter().map(|label| self.logic_label(&label.text, label.span)).collect();
        let labels = labels?;
        let wanted = self.program.logic_functions[id].labels.len();
        // A definition without labels depends on one state, which may be named.
        let is_implicit = wanted == 0 && labels.len() == 1;
        if !labels.is_empty() && labels.len() != wanted && !is_implicit {
            let message = format!("`{name}` has {wanted} labels, not {}", labels.len());
            return Err(wrong(function.span, message));
        }
        if labels.is_empty() && wanted > 1 {
            return Err(wrong(function.span, format!("`{name}` depends on {wanted} states: name their labels")));
        }
        let parameters = self.program.logic_functions[id].parameters.clone();
        let mut converted = Vec::new();
        for (argument, parameter) in arguments.into_iter().zip(parameters) {
            let ty = self.program.logic_variables[parameter].ty.clone();
            converted.push(self.passed(argument, &ty)?);
        }
        let ty = self.program.logic_functions[id].result.clone();
        Ok(Term::new(TermKind::Apply { function: id, labels, arguments: converted }, ty, span))
    }
    /// Of several definitions with one name the one whose parameters fit best.
    fn chosen(&self, candidates: &[LogicFunctionId], arguments: &[Term]) -> Option<LogicFunctionId> {
        let score = |id: LogicFunctionId| -> Option<u32> {
            let parameters = &self.program.logic_functions[id].parameters;
            if parameters.len() != arguments.len() {
                return None;
            }
            let mut total = 0;
            for (parameter, argument) in parameters.iter().zip(arguments) {
                total += self.distance(&argument.ty, &self.program.logic_variables[*parameter].ty)?;
            }
            Some(total)
        };
        let scored = candidates.iter().filter_map(|id| Some((score(*id)?, *id)));
        // The last of equals: a later declaration is the one meant.
        scored.min_by_key(|(score, id)| (*score, u32::MAX - id.0)).map(|(_, id)| id)
    }
    /// How far a type is from another one it converts to.
    fn distance(&self, from: &LogicType, to: &LogicType) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        match (from, to) {
            (_, LogicType::Integer) if self.is_c_integer(from) || *from == LogicType::Boolean => Some(2),
            (_, LogicType::Real) if self.is_c_float(from) => Some(2),
            (LogicType::Integer, LogicType::Real) => Some(4),
            (_, LogicType::Real) if self.is_c_integer(from) => Some(5),
            (_, LogicType::Boolean) if self.is_c_integer(from) || *from == LogicType::Integer => Some(6),
            (LogicType::Integer, _) if self.is_c_integer(to) => Some(7),
            (_, LogicType::C(b)) => {
                let LogicType::C(a) = from else { return None };
                let types = &self.program.types;
                if types.is_pointer(*a) && types.is_pointer(*b) {
                    let (p, q) = (types.pointee(*a)?.ty, types.pointee(*b)?.ty);
                    return match types.compatible(p, q) {
                        true => Some(0),
                        false if types.is_void(p) || types.is_void(q) => Some(3),
                        false => None,
                    };
                }
                if types.is_integer(*a) && types.is_integer(*b) {
                    return Some(3);
                }
                if types.is_float(*a) && types.is_float(*b) {
                    return Some(3);
                }
                (types.is_record(*a) && types.compatible(*a, *b)).then_some(0)
            }
            (LogicType::Set(from), LogicType::Set(to)) => self.distance(from, to),
            (_, LogicType::Set(to)) => Some(self.distance(from, to)? + 3),
            // A type variable fits everything.
            (_, LogicType::Abstract(name)) if !self.logic.types.contains(name) => Some(8),
            _ => None,
        }
    }
    fn passed(&mut self, argument: Term, ty: &LogicType) -> Typed<Term> {
        let span = argument.span;
        match ty {
            _ if argument.ty == *ty => Ok(argument),
            LogicType::Integer => self.as_integer(argument),
            LogicType::Real => self.as_real(argument),
            LogicType::Boolean => self.as_boolean(argument),
            LogicType::C(c) if self.program.types.is_record(*c) => Ok(argument),
            LogicType::C(_) => self.logic_cast(argument, ty.clone(), span),
            _ => Ok(argument),
        }
    }
    fn builtin(
        &mut self,
        builtin: Builtin,
        count: usize,
        function: &Ident,
        labels: &[Ident],
        arguments: &[Node],
        span: Span,
    ) -> Typed<Term> {
        if arguments.len() < count {
            return Err(wrong(function.span, format!("`{}` wants {count} arguments or more", function.text)));
        }
        let mut terms = Vec::new();
        for node in arguments {
            terms.push(self.term(node)?);
        }
        let wants_pointers = !matches!(
            builtin,
            Builtin::Subset | Builtin::IsFinite | Builtin::IsNan | Builtin::IsInfinite | Builtin::Allocable
        );
        for term in &terms {
            let is_empty_set = matches!(&term.kind, TermKind::Set(members) if members.is_empty());
            if wants_pointers && !is_empty_set && self.pointee_of(&term.ty).is_none() {
                let message = format!("`{}` wants pointers, not `{}`", function.text, self.show_logic(&term.ty));
                return Err(wrong(term.span, message));
            }
        }
        let ty = match builtin {
            Builtin::BaseAddress => {
                let char_type = self.program.types.integer(crate::types::Integer::Char);
                LogicType::C(self.program.types.pointer_to(char_type))
            }
            Builtin::BlockLength | Builtin::Offset => LogicType::Integer,
            _ => LogicType::Boolean,
        };
        if ty != LogicType::Boolean && terms.iter().any(is_set) {
            return Err(refused(span, format!("`{}` of a set", function.text)));
        }
        let term = Term::new(TermKind::Builtin(builtin, terms), ty.clone(), span);
        match labels {
            [] => Ok(term),
            [label] => {
                let label = self.logic_label(&label.text, label.span)?;
                Ok(Term::new(TermKind::At(term.boxed(), label), ty, span))
            }
            // `\fresh{Old, Post}` names the only states it speaks of.
            [_, _] if builtin == Builtin::Fresh => Ok(term),
            _ => Err(wrong(function.span, format!("`{}` has one label", function.text))),
        }
    }
    /// Functions of mathematics, and sets.
    fn mathematical(&mut self, function: &Ident, arguments: &[Node], span: Span) -> Typed<Term> {
        let name = &*function.text;
        let terms: Typed<Vec<Term>> = arguments.iter().map(|node| self.term(node)).collect();
        let mut terms = terms?;
        match (name, terms.len()) {
            ("\\min" | "\\max", 2) => {
                let b = terms.pop();
                let (Some(a), Some(b)) = (terms.pop(), b) else { return Err(wrong(span, "two numbers are wanted")) };
                let operator = if name == "\\min" { Operator::Min } else { Operator::Max };
                self.logic_arithmetic(operator, a, b, span)
            }
            ("\\abs", 1) => {
                let Some(a) = terms.pop() else { return Err(wrong(span, "a number is wanted")) };
                let a = self.as_number(a)?;
                let ty = a.ty.clone();
                Ok(Term::new(TermKind::Absolute(a.boxed()), ty, span))
            }
            ("\\union", _) => {
                let ty = terms.first().map_or(LogicType::Integer, |term| term.ty.clone());
                let ty = if matches!(ty, LogicType::Set(_)) { ty } else { LogicType::Set(Box::new(ty)) };
                Ok(Term::new(TermKind::Set(terms), ty, span))
            }
            ("\\eq_float" | "\\eq_double" | "\\ne_float" | "\\ne_double", 2)
            | ("\\lt_float" | "\\lt_double" | "\\le_float" | "\\le_double", 2)
            | ("\\gt_float" | "\\gt_double" | "\\ge_float" | "\\ge_double", 2) => {
                Err(refused(span, format!("`{name}`")))
            }
            _ => Err(refused(span, format!("`{name}`"))),
        }
    }
}
