//! The source with an automaton as ghost code and specifications (Stouls and Prevosto, "Aoraï Plugin Tutorial",
//! section 4.1). Nothing of the source is changed; only behind a `return` its word becomes a comment.

use crate::comments;
use crate::contracts;
use crate::model::{Model, Own};
use crate::text::Insertions;
use crate::update::{Update, assigned};
use crate::words::{Dialect, Words};
use cairn_automata::codes;
use cairn_automata::condition::EventKind;
use cairn_base::{Diagnostic, Span};
use cairn_front_c::outline::{Loop, Outline, Prototype, Return};
use cairn_ir::ProcId;
use cairn_passes::CallGraph;
use cairn_temporal::leaves::LeafKind;
use cairn_temporal::points::{self, PointKind};
use cairn_temporal::term::Term;
use cairn_verify::temporal::Followed;
use std::collections::{BTreeMap, BTreeSet};

/// How calls of update functions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Ghost,
    /// Plain C, which reports violations.
    Monitor,
}

pub type Made<T> = Result<T, Box<Diagnostic>>;

/// Facts that hold at the heads of loops, by where the loop stands in the text, from engines.
pub type Facts = BTreeMap<u32, Vec<String>>;

pub struct Weaver<'a> {
    pub model: &'a Model<'a>,
    pub outline: &'a Outline,
    pub own: Vec<Own<'a>>,
    pub form: Form,
    pub facts: &'a Facts,
}

fn refused<T>(span: Span, message: impl Into<String>) -> Made<T> {
    Err(Box::new(Diagnostic::error(codes::MEANING, message).at(span, "")))
}

fn plain(message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::MEANING, message))
}

/// The functions that are written into: those that raise events, and those that lead to them.
pub fn own<'a>(model: &Model<'a>, outline: &'a Outline) -> Made<Vec<Own<'a>>> {
    let program = &model.followed.program;
    let raises =
        |id: ProcId| model.followed.points.iter().any(|p| matches!(p.kind, PointKind::Event(_, own) if own == id));
    let graph = CallGraph::new(program);
    let reached = (!model.options.no_simplify).then(|| crate::flow::reached(program, &model.followed.starts));
    let mut found = Vec::new();
    for (id, procedure) in program.procedures.iter().filter(|(_, procedure)| points::is_source(program, procedure)) {
        let is_observed = raises(id);
        if reached.as_ref().is_some_and(|reached| !reached.contains(&id)) {
            continue;
        }
        if !is_observed && !graph.reachable(&[id]).into_iter().any(raises) {
            continue;
        }
        let name = &procedure.name;
        match outline.functions.iter().find(|function| function.name == **name) {
            Some(outline) => found.push(Own { id, outline, is_observed }),
            None => {
                let message =
                    format!("`{name}` stands in another file or in ghost code, so nothing is written into it");
                let mut error = Diagnostic::error(codes::MEANING, message);
                if let Some(span) = procedure.span {
                    error = error.at(span, "");
                }
                return Err(Box::new(error.help("leave it out with `%observables`, or give the program as one file")));
            }
        }
    }
    found.sort_by_key(|own| own.outline.span.start);
    Ok(found)
}

/// Functions whose events no control flow comes to: nothing is written into them.
pub fn not_reached<'a>(model: &Model<'a>) -> impl Iterator<Item = &'a str> {
    let Followed { program, starts, points, .. } = model.followed;
    let reached = crate::flow::reached(program, starts);
    let all = model.options.no_simplify;
    let raises = |id: ProcId| points.iter().any(|p| matches!(p.kind, PointKind::Event(_, own) if own == id));
    let is_left_out = move |id: &ProcId| !all && !reached.contains(id) && raises(*id);
    program.procedures.ids().filter(is_left_out).map(|id| &*program.procedures[id].name)
}

impl<'a> Weaver<'a> {
    pub fn weave(&self, text: &str) -> Made<String> {
        let mut into = Insertions::new(text);
        let header = self.header();
        self.place_header(&mut into, header);
        if self.form == Form::Ghost && !self.model.options.no_annotations {
            self.prototypes(&mut into)?;
        }
        for own in &self.own {
            self.function(&mut into, own)?;
        }
        if self.form == Form::Ghost && !self.model.options.no_annotations && !self.model.options.no_lemmas {
            let lemmas = self.lemmas().map_err(plain)?;
            if !lemmas.is_empty() {
                into.insert(text.len(), format!("\n{}", lemmas.join("\n")));
            }
        }
        Ok(into.done())
    }
    /// In front of the first function, and of what stands in front of that.
    fn place_header(&self, into: &mut Insertions, header: String) {
        let own: BTreeSet<&str> = self.own.iter().map(|own| own.outline.name.as_str()).collect();
        let begins = |annotation: Option<Span>, span: Span| annotation.unwrap_or(span).start;
        let functions = self.own.iter().map(|own| begins(own.outline.annotation, own.outline.span));
        let is_own = |prototype: &&Prototype| prototype.names.iter().any(|name| own.contains(name.as_str()));
        let prototypes = self.outline.prototypes.iter().filter(is_own).filter(|p| p.annotation.is_some());
        let first = functions.chain(prototypes.map(|p| begins(p.annotation, p.span))).min();
        into.insert(first.unwrap_or(0) as usize, header);
    }
    fn header(&self) -> String {
        let model = self.model;
        let ghost = |text: String| match self.form {
            Form::Ghost => format!("/*@ ghost {text} */\n"),
            Form::Monitor => format!("static {text}\n"),
        };
        let operations: Vec<String> =
            self.own.iter().filter(|own| own.is_observed).map(|own| format!("op_{}", own.outline.name)).collect();
        let mut text = String::from("/* The automaton: begin */\n");
        text.push_str(&format!("enum aorai_ListOper {{ {} }};\n", operations.join(", ")));
        text.push_str(&ghost("enum aorai_ListOper aorai_CurOperation;".into()));
        text.push_str("enum aorai_OpStatusList { aorai_Called, aorai_Terminated };\n");
        text.push_str(&ghost("enum aorai_OpStatusList aorai_CurOpStatus;".into()));
        let initial = &model.followed.monitor.initial;
        if model.is_deterministic() {
            let names: Vec<&str> =
                model.states().map(|state| model.name(state)).chain([&*model.names.reject]).collect();
            text.push_str(&format!("enum aorai_States {{ {} }};\n", names.join(", ")));
            let first = initial.first().map_or(&*model.names.reject, |state| model.name(*state));
            text.push_str(&ghost(format!("enum aorai_States aorai_CurStates = {first};")));
            for number in 1..=model.options.history {
                text.push_str(&ghost(format!("enum aorai_States aorai_StatesHistory_{number} = {first};")));
            }
        } else {
            for state in model.states() {
                let on = u8::from(initial.contains(&state));
                text.push_str(&ghost(format!("int {} = {on};", model.name(state))));
            }
        }
        for (register, name) in model.names.registers.iter().enumerate() {
            text.push_str(&ghost(format!("{} {name} = 0;", model.register_type(register))));
        }
        if self.form == Form::Monitor {
            text.push_str(&crate::monitor::report(self));
        }
        text.push_str("/* The automaton: end */\n\n");
        text
    }
    fn prototypes(&self, into: &mut Insertions) -> Made<()> {
        let names = assigned(self.model);
        for prototype in &self.outline.prototypes {
            let is_own = self.own.iter().any(|own| prototype.names.contains(&own.outline.name));
            if let Some(span) = prototype.annotation.filter(|_| is_own) {
                self.extend(into, span, &names, false)?;
            }
        }
        Ok(())
    }
    fn extend(&self, into: &mut Insertions, span: Span, names: &[String], is_contract: bool) -> Made<()> {
        comments::extend_assigns(into, span, names, is_contract).or_else(|span| {
            refused(span, "what the automaton writes cannot be added to this `assigns`; write it on a line of its own")
        })
    }
    fn function(&self, into: &mut Insertions, own: &Own<'a>) -> Made<()> {
        let (model, outline) = (self.model, own.outline);
        let body = into.of(outline.body);
        if !body.starts_with('{') || !body.ends_with('}') {
            return refused(outline.span, format!("the body of `{}` stands in a macro", outline.name));
        }
        let begin = outline.annotation.unwrap_or(outline.span).start as usize;
        if own.is_observed {
            into.insert(begin, self.unknown_globals(own)?);
            for kind in [EventKind::Call, EventKind::Return] {
                let update = Update { model, own, event: (kind, own.id) };
                let text = match self.form {
                    Form::Ghost => update.ghost().map_err(plain)?,
                    Form::Monitor => crate::monitor::update(&update).map_err(plain)?,
                };
                into.insert(begin, format!("{text}\n"));
            }
            self.events(into, own)?;
        }
        if self.form == Form::Ghost && !model.options.no_annotations {
            self.specify(into, own)?;
        }
        Ok(())
    }
    /// Globals that guards read and the text declares behind the function.
    fn unknown_globals(&self, own: &Own) -> Made<String> {
        let leaves = &self.model.followed.leaves;
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for event in [(EventKind::Call, own.id), (EventKind::Return, own.id)] {
            for (_, transition, guard) in self.model.transitions(event) {
                let mut read = |leaf: usize| {
                    let (LeafKind::Condition(term) | LeafKind::Number(term)) = &leaves[leaf].kind else { return };
                    term.visit(&mut |part| {
                        if let Term::Name(name) = part {
                            names.insert(name);
                        }
                    });
                };
                guard.visit(&mut read, &mut |_| {});
                transition.actions.iter().for_each(|(_, value)| value.visit(&mut read, &mut |_| {}));
            }
        }
        let mut text = String::new();
        for global in &self.outline.globals {
            let is_known = |other: &cairn_front_c::outline::Global| {
                other.name == global.name && other.at.start < own.outline.span.start
            };
            if !names.contains(&*global.name) || self.outline.globals.iter().any(is_known) {
                continue;
            }
            if !global.is_external {
                let message =
                    format!("a guard on `{}` reads `{}`, which is declared behind it", own.outline.name, global.name);
                return refused(global.at, message);
            }
            let line = format!("extern {};\n", global.declaration);
            if !text.contains(&line) {
                text.push_str(&line);
            }
        }
        Ok(text)
    }
    /// The calls of update functions.
    fn events(&self, into: &mut Insertions, own: &Own) -> Made<()> {
        let outline = own.outline;
        let inside = outline.body.start as usize + 1;
        let arguments: Vec<&str> = outline.parameters.iter().map(|(name, _)| name.as_str()).collect();
        let call = self.call(&format!("{}_pre_func({})", outline.name, arguments.join(", ")));
        let blank = if into.text[inside..].starts_with(char::is_whitespace) { "" } else { " " };
        into.insert(inside, format!(" {call}{blank}"));
        for one in &outline.returns {
            self.returns(into, own, one)?;
        }
        if self.falls_off(own) {
            let value = match (&outline.result, &*outline.name) {
                (None, _) => "",
                (Some(_), "main") => "0",
                (Some(_), _) if self.reads_result(own) => {
                    let message = format!("`{}` may end without a value, which a guard reads", outline.name);
                    return refused(outline.span, message);
                }
                // No guard reads it.
                (Some(result), _) if result.before.contains(['*']) || !result.before.contains("struct") => "0",
                (Some(_), _) => return refused(outline.span, format!("`{}` may end without a value", outline.name)),
            };
            let call = self.call(&format!("{}_post_func({value})", outline.name));
            into.insert(outline.body.end as usize - 1, format!(" {call} "));
        }
        Ok(())
    }
    fn call(&self, text: &str) -> String {
        match self.form {
            Form::Ghost => format!("/*@ ghost {text}; */"),
            Form::Monitor => format!("{text};"),
        }
    }
    fn reads_result(&self, own: &Own) -> bool {
        let words = Words { ..self.model.words((EventKind::Return, own.id), Dialect::Acsl, "\\result") };
        self.model.transitions((EventKind::Return, own.id)).iter().any(|(_, transition, guard)| {
            let values = transition.actions.iter().map(|(_, value)| words.value(value, &mut Vec::new()));
            std::iter::once(words.guard(guard)).chain(values).any(|text| !text.is_ok_and(|t| !t.contains("\\result")))
        })
    }
    /// Whether the closing brace can be reached: some return of the program form has no `return` in the text.
    fn falls_off(&self, own: &Own) -> bool {
        crate::flow::falls_off(&self.model.followed.program, own.id, own.outline.body.end)
    }
    fn returns(&self, into: &mut Insertions, own: &Own, one: &Return) -> Made<()> {
        let (start, end) = (one.span.start as usize, one.span.end as usize);
        if !into.is_word_at(start, "return") || !into.of(one.span).ends_with(';') {
            return refused(one.span, "this `return` stands in a macro, so that nothing can be written there");
        }
        let name = &own.outline.name;
        match &own.outline.result {
            Some(result) if one.has_value => {
                let value = self.model.result.clone();
                let declaration = format!("{}{value}{}", result.before, result.behind);
                let call = self.call(&format!("{name}_post_func({value})"));
                into.insert(start, format!("{{ {declaration} = /*"));
                into.insert(start + "return".len(), "*/");
                into.close(end, format!(" {call} return {value}; }}"));
            }
            // What a function without result returns is done for its effects.
            None if one.has_value => {
                let call = self.call(&format!("{name}_post_func()"));
                into.insert(start, "{ /*");
                into.insert(start + "return".len(), "*/");
                into.close(end, format!(" {call} return; }}"));
            }
            _ if own.outline.result.is_some() => {
                return refused(one.span, format!("`{name}` returns no value here"));
            }
            _ => {
                let call = self.call(&format!("{name}_post_func()"));
                into.insert(start, format!("{{ {call} "));
                into.close(end, " }");
            }
        }
        Ok(())
    }
    fn specify(&self, into: &mut Insertions, own: &Own) -> Made<()> {
        let outline = own.outline;
        let mut names = assigned(self.model);
        let contract = contracts::contract(self.model, own).map_err(plain)?;
        comments::add_contract(into, outline.span.start as usize, outline.annotation, &contract, &names);
        let spans = crate::analysis::loop_spans(&self.model.followed.program, own.id);
        let plain_names = names.clone();
        for (number, one) in outline.loops.iter().enumerate() {
            let flag = self.flag(own, number);
            names.extend(self.of_loop(into, own, one, &flag, &spans)?.then_some(flag));
        }
        for span in outline.annotation.iter() {
            self.extend(into, *span, &plain_names, true)?;
        }
        for span in outline.annotations.iter().chain(outline.loops.iter().filter_map(|l| l.annotation.as_ref())) {
            self.extend(into, *span, &self.visible(own, *span, &plain_names, &names), false)?;
        }
        Ok(())
    }
    fn flag(&self, own: &Own, number: usize) -> String {
        format!("aorai_Loop_Init_{}_{number}", own.outline.name)
    }
    /// The flags that can be named at a place: those of the loops around it.
    fn visible(&self, own: &Own, at: Span, plain: &[String], all: &[String]) -> Vec<String> {
        let mut found = plain.to_vec();
        for (number, one) in own.outline.loops.iter().enumerate() {
            let begin = one.annotation.unwrap_or(one.span).start;
            let flag = self.flag(own, number);
            if begin <= at.start && at.end <= one.span.end && all.contains(&flag) {
                found.push(flag);
            }
        }
        found
    }
    /// Whether the loop needs its flag.
    fn of_loop(
        &self,
        into: &mut Insertions,
        own: &Own,
        one: &Loop,
        flag: &str,
        spans: &BTreeMap<cairn_ir::BlockId, Span>,
    ) -> Made<bool> {
        let head = spans.iter().find(|(_, span)| span.start == one.span.start && span.end == one.span.end);
        let (mut invariants, needs_flag) = contracts::invariants(self.model, own, head.map(|(head, _)| *head), flag);
        invariants.extend(self.facts.get(&one.span.start).into_iter().flatten().cloned());
        if invariants.is_empty() {
            return Ok(false);
        }
        let (start, end) = (one.span.start as usize, one.span.end as usize);
        let is_loop = ["while", "for", "do"].iter().any(|word| into.is_word_at(start, word));
        let is_closed = into.of(one.span).ends_with([';', '}']);
        if !is_loop || !is_closed {
            return refused(one.span, "this loop stands in a macro, so that nothing can be written there");
        }
        let begin = one.annotation.map_or(start, |span| span.start as usize);
        if needs_flag {
            into.insert(begin, format!("{{ /*@ ghost int {flag} = 1; */\n{}", into.indent(begin)));
        }
        comments::add_invariants(into, start, one.annotation, &invariants);
        if needs_flag {
            let reset = format!(" /*@ ghost {flag} = 0; */");
            let (body, body_end) = (one.body.start as usize, one.body.end as usize);
            match one.body_is_block {
                true => into.insert(body + 1, reset),
                false => {
                    into.insert(body, format!("{{{reset} "));
                    into.close(body_end, " }");
                }
            }
            into.close(end, " }");
        }
        Ok(needs_flag)
    }
    /// No two transitions of a state are taken together.
    fn lemmas(&self) -> Result<Vec<String>, String> {
        let model = self.model;
        let mut found = Vec::new();
        if !model.is_deterministic() {
            return Ok(found);
        }
        for state in model.states() {
            for own in self.own.iter().filter(|own| own.is_observed) {
                for kind in [EventKind::Call, EventKind::Return] {
                    found.extend(self.lemma(state, own, kind)?);
                }
            }
        }
        Ok(found)
    }
    fn lemma(&self, state: usize, own: &Own, kind: EventKind) -> Result<Option<String>, String> {
        let model = self.model;
        let event = (kind, own.id);
        let all: Vec<_> = model.transitions(event).into_iter().filter(|(from, ..)| *from == state).collect();
        let words = model.words(event, Dialect::Acsl, &model.result);
        let mut pairs = Vec::new();
        for (i, (_, _, one)) in all.iter().enumerate() {
            for (_, _, other) in all.iter().skip(i + 1) {
                pairs.push(format!("!(({}) && ({}))", words.guard(one)?, words.guard(other)?));
            }
        }
        if pairs.is_empty() {
            return Ok(None);
        }
        let quantified: Vec<String> = match kind {
            EventKind::Call => own.outline.parameters.iter().map(|(_, declaration)| declaration.clone()).collect(),
            _ => own.outline.result.iter().map(|r| format!("{}{}{}", r.before, model.result, r.behind)).collect(),
        };
        let text = pairs.join(" && ");
        let quantified = match quantified.is_empty() {
            true => String::new(),
            false => quantified.iter().map(|one| format!("\\forall {one}; ")).collect(),
        };
        let word = if kind == EventKind::Call { "call" } else { "return" };
        let name = format!("{}_deterministic_{word}_{}", model.name(state), own.outline.name);
        Ok(Some(format!("/*@ lemma {name}{{L}}: {quantified}{text}; */\n")))
    }
}
