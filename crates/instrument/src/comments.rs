//! Clauses put into annotations that a source has: in front of what a contract requires, behind its behaviours, and beside
//! its `assigns`.

use crate::contracts::Contract;
use crate::text::{Insertions, words};
use cairn_base::Span;

/// An annotation: where its text begins and ends, and what separates clauses in it.
struct Comment<'t> {
    text: &'t str,
    start: usize,
    /// Behind the last clause.
    end: usize,
    between: String,
}

fn comment<'t>(into: &Insertions<'t>, span: Span) -> Comment<'t> {
    let text = into.of(span);
    let start = span.start as usize + 3;
    if text.starts_with("/*") {
        let inside = text.strip_suffix("*/").unwrap_or(text).trim_end_matches(|c: char| c.is_whitespace() || c == '@');
        let between = format!("\n{}    ", into.indent(span.start as usize));
        return Comment { text, start, end: span.start as usize + inside.len(), between };
    }
    Comment { text, start, end: span.start as usize + text.trim_end().len(), between: " ".into() }
}

/// Adds a contract to the annotation, or writes one in front of a definition.
pub fn add_contract(into: &mut Insertions, at: usize, annotation: Option<Span>, contract: &Contract, names: &[String]) {
    let Some(span) = annotation else {
        let indent = into.indent(at);
        let mut lines: Vec<String> = contract.requires.iter().map(|text| format!("requires {text};")).collect();
        lines.extend(behaviors(contract, &format!("\n{indent}      ")));
        let text = lines.join(&format!("\n{indent}    "));
        into.insert(at, format!("/*@ {text}\n{indent}*/\n{indent}"));
        return;
    };
    let own = comment(into, span);
    if is_line_with_nothing(own.text) {
        return in_place_of_line(into, span, contract, names);
    }
    let requires: Vec<String> = contract.requires.iter().map(|text| format!(" requires {text};")).collect();
    into.insert(own.start, requires.join(&own.between));
    let all = words(own.text);
    let place = |word: &str| all.iter().find(|(_, own)| *own == word).map(|(at, _)| span.start as usize + at);
    let completeness = [place("complete"), place("disjoint")].into_iter().flatten().min();
    // Without names it speaks of all behaviours, so that none may be added.
    if completeness.is_some_and(|at| is_about_all(&into.text[at..own.end])) {
        let at = place("behavior").unwrap_or(own.end);
        let clauses: Vec<String> = plain(contract);
        into.insert(at, format!("{}{}", clauses.join(&own.between), own.between));
        return;
    }
    let inner = format!("{}  ", own.between);
    let clauses = behaviors(contract, if own.between == " " { " " } else { &inner });
    match completeness {
        Some(at) => into.insert(at, format!("{}{}", clauses.join(&own.between), own.between)),
        None => into.insert(own.end, format!("{}{}", own.between, clauses.join(&own.between))),
    }
}

/// `//@ assigns \\nothing; …`: what the automaton writes cannot be added to it.
fn is_line_with_nothing(text: &str) -> bool {
    text.starts_with("//@") && text.contains("\\nothing") && !text.contains("loop")
}

/// The line becomes a plain comment, and all that it says is said again.
fn in_place_of_line(into: &mut Insertions, span: Span, contract: &Contract, names: &[String]) {
    let text = into.of(span).trim_start_matches("//@").trim();
    let mut clauses: Vec<String> = contract.requires.iter().map(|text| format!("requires {text};")).collect();
    let others =
        text.split_inclusive(';').map(|clause| match clause.contains("assigns") && clause.contains("\\nothing") {
            true => clause.replace("\\nothing", &names.join(", ")),
            false => clause.to_string(),
        });
    clauses.push(others.collect::<String>());
    let indent = into.indent(span.start as usize);
    clauses.extend(match is_about_all(text) {
        true => plain(contract),
        false => behaviors(contract, &format!("\n{indent}      ")),
    });
    let text = clauses.join(&format!("\n{indent}    "));
    into.insert(span.start as usize, format!("/*@ {text}\n{indent}*/\n{indent}"));
    into.insert(span.start as usize + 2, " ");
}

fn is_about_all(text: &str) -> bool {
    let clauses = text.split(';').filter(|clause| {
        let all = words(clause);
        all.iter().any(|(_, word)| *word == "behaviors")
    });
    let names_none = |clause: &str| words(clause).last().is_some_and(|(_, word)| *word == "behaviors");
    clauses.into_iter().any(names_none)
}

fn behaviors(contract: &Contract, between: &str) -> Vec<String> {
    let one = |(name, assumes, ensures): &(String, Vec<String>, Vec<String>)| {
        let mut lines = vec![format!("behavior {name}:")];
        lines.extend(assumes.iter().map(|text| format!("assumes {text};")));
        lines.extend(ensures.iter().map(|text| format!("ensures {text};")));
        if ensures.is_empty() {
            lines.push("ensures \\true;".into());
        }
        lines.join(between)
    };
    contract.behaviors.iter().map(one).collect()
}

/// Without behaviours.
fn plain(contract: &Contract) -> Vec<String> {
    let one = |(_, assumes, ensures): &(String, Vec<String>, Vec<String>)| {
        let condition = match assumes.is_empty() {
            true => String::new(),
            false => format!("\\old({}) ==> ", assumes.join(" && ")),
        };
        ensures.iter().map(|text| format!("ensures {condition}({text});")).collect::<Vec<_>>()
    };
    contract.behaviors.iter().flat_map(one).collect()
}

/// Adds invariants to the annotation of a loop, or writes one in front of it.
pub fn add_invariants(into: &mut Insertions, at: usize, annotation: Option<Span>, invariants: &[String]) {
    let clauses: Vec<String> = invariants.iter().map(|text| format!("loop invariant Aorai: {text};")).collect();
    match annotation {
        Some(span) => {
            let own = comment(into, span);
            let text: Vec<String> = clauses.iter().map(|clause| format!(" {clause}")).collect();
            into.insert(own.start, text.join(&own.between));
        }
        None => {
            let indent = into.indent(at);
            let text = clauses.join(&format!("\n{indent}    "));
            into.insert(at, format!("/*@ {text}\n{indent}*/\n{indent}"));
        }
    }
}

/// Whatever an annotation allows to be written, the automaton may be written too.
pub fn extend_assigns(into: &mut Insertions, span: Span, names: &[String], is_contract: bool) -> Result<(), Span> {
    let own = comment(into, span);
    if is_contract && is_line_with_nothing(own.text) {
        return Ok(());
    }
    let all = words(own.text);
    for (number, (at, _)) in all.iter().enumerate().filter(|(_, (_, word))| *word == "assigns") {
        let is_loop = number > 0 && all[number - 1].1 == "loop";
        let begin = span.start as usize + if is_loop { all[number - 1].0 } else { *at };
        let clause = if is_loop { "loop assigns" } else { "assigns" };
        let Some(length) = into.text[begin..own.end.max(begin)].find(';') else { return Err(span) };
        let end = begin + length + 1;
        let text = &into.text[begin..end];
        let names = names.join(", ");
        if !text.contains("\\nothing") {
            into.insert(end, format!(" {clause} {names};"));
            continue;
        }
        // `\nothing` cannot be one of several, so the clause becomes a comment.
        if text.contains('\n') {
            return Err(span);
        }
        if own.between == " " {
            let rest = &into.text[end..own.end.max(end)];
            if words(rest).iter().any(|(_, word)| *word == "assigns") {
                return Err(span);
            }
            into.insert(begin, format!("{clause} {names};{rest} // "));
        } else {
            into.insert(begin, format!("{clause} {names}; // "));
            into.insert(end, own.between.clone());
        }
    }
    Ok(())
}
