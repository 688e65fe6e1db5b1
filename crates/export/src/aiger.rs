//! AIGER: a transition system as and-inverter graph, for hardware model checkers (Biere, Heljanko, Wieringa, "AIGER 1.9 and
//! Beyond", 2011). Every latch begins as zero; there is one output for each property, which must never be true.
//!
//! Results of divisions are inputs in the circuit, with a condition that defines them: once it fails nothing is bad any more.

use crate::model::Model;
use crate::{Error, refuse};
use cairn_base::Budget;
use cairn_logic::transition::System;
use cairn_solvers::aig::Bit;
use cairn_solvers::netlist::Netlist;
use cairn_term::TermId;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// How the graph is written: as text, or in the binary form that most tools read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Ascii,
    Binary,
}

pub fn write(system: &System, format: Format, budget: &Budget) -> Result<Vec<u8>, Error> {
    let model = Model::of(system);
    let mut graph = Graph { model: &model, netlist: Netlist::new(), budget, literals: FxHashMap::default() };
    graph.write(format)
}

struct Graph<'a> {
    model: &'a Model,
    netlist: Netlist,
    budget: &'a Budget,
    /// The variable of AIGER that a node is.
    literals: FxHashMap<usize, u32>,
}

/// A bit of the state: its node, its value after a step, its name.
struct Latch {
    now: Bit,
    next: Bit,
    name: String,
}

impl Graph<'_> {
    fn bits(&mut self, term: TermId) -> Result<Vec<Bit>, Error> {
        self.netlist.bits(&self.model.terms, term, self.budget).map_err(|reason| Error(reason.to_string()))
    }

    fn write(&mut self, format: Format) -> Result<Vec<u8>, Error> {
        let mut latches = Vec::new();
        let state: Vec<(String, TermId, TermId)> = [("location".to_string(), self.model.at, self.model.at_next)]
            .into_iter()
            .chain(self.model.state.clone())
            .collect();
        for (name, now, next) in state {
            let (now, next) = (self.bits(now)?, self.bits(next)?);
            let wide = now.len() > 1;
            for (n, (now, next)) in now.into_iter().zip(next).enumerate() {
                latches.push(Latch { now, next, name: if wide { format!("{name}[{n}]") } else { name.clone() } });
            }
        }
        let mut outputs = Vec::new();
        for (name, bad) in self.model.bad.clone() {
            outputs.push((name, self.bits(bad)?[0]));
        }
        let roots: Vec<Bit> = latches.iter().map(|l| l.next).chain(outputs.iter().map(|(_, bit)| *bit)).collect();
        self.define(&mut latches, &mut outputs, &roots);
        let roots: Vec<Bit> = latches.iter().map(|l| l.next).chain(outputs.iter().map(|(_, bit)| *bit)).collect();
        let (free, ands) = self.cone(&latches, &roots);
        let names = self.input_names()?;
        Ok(self.print(format, &latches, &outputs, &free, &ands, &names))
    }

    /// Where a condition that defines inputs has failed, nothing is bad from then on.
    fn define(&mut self, latches: &mut Vec<Latch>, outputs: &mut [(String, Bit)], roots: &[Bit]) {
        let mut facts = Vec::new();
        let mut roots = roots.to_vec();
        loop {
            let (free, _) = self.cone(latches, &roots);
            let aig = self.netlist.aig();
            let new: Vec<Bit> =
                free.iter().filter_map(|node| aig.definition(*node)).filter(|f| !facts.contains(f)).collect();
            if new.is_empty() {
                break;
            }
            for fact in new {
                if !facts.contains(&fact) {
                    facts.push(fact);
                    roots.push(fact);
                }
            }
        }
        if facts.is_empty() {
            return;
        }
        let aig = self.netlist.aig_mut();
        let failed = aig.input();
        let holds = aig.and_all(facts);
        let fails = aig.or(failed, !holds);
        for (_, output) in outputs.iter_mut() {
            *output = aig.and(*output, !failed);
        }
        latches.push(Latch { now: failed, next: fails, name: "undefined".into() });
    }

    /// The inputs and the conjunctions below some bits, which come after their operands.
    fn cone(&self, latches: &[Latch], roots: &[Bit]) -> (Vec<usize>, Vec<usize>) {
        let aig = self.netlist.aig();
        let mut seen = vec![false; aig.node_count()];
        let mut open: Vec<usize> = roots.iter().map(|bit| bit.node()).collect();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node], true)
                && let Some((left, right)) = aig.operands(node)
            {
                open.extend([left.node(), right.node()]);
            }
        }
        let is_latch: rustc_hash::FxHashSet<usize> = latches.iter().map(|latch| latch.now.node()).collect();
        let nodes = (1..seen.len()).filter(|node| seen[*node]);
        let (ands, others): (Vec<usize>, Vec<usize>) = nodes.partition(|node| aig.operands(*node).is_some());
        (others.into_iter().filter(|node| !is_latch.contains(node)).collect(), ands)
    }

    fn input_names(&mut self) -> Result<FxHashMap<usize, String>, Error> {
        let mut names = FxHashMap::default();
        for (name, symbol) in self.model.inputs.clone() {
            let bits = self.bits(symbol)?;
            let wide = bits.len() > 1;
            for (n, bit) in bits.iter().enumerate() {
                names.insert(bit.node(), if wide { format!("{name}[{n}]") } else { name.clone() });
            }
        }
        Ok(names)
    }

    fn literal(&self, bit: Bit) -> u32 {
        let variable = self.literals.get(&bit.node()).copied().unwrap_or(0);
        2 * variable + u32::from(bit.is_complemented())
    }

    fn print(
        &mut self,
        format: Format,
        latches: &[Latch],
        outputs: &[(String, Bit)],
        free: &[usize],
        ands: &[usize],
        names: &FxHashMap<usize, String>,
    ) -> Vec<u8> {
        let order =
            free.iter().copied().chain(latches.iter().map(|latch| latch.now.node())).chain(ands.iter().copied());
        self.literals = order.zip(1..).collect();
        let kind = if format == Format::Ascii { "aag" } else { "aig" };
        let most = free.len() + latches.len() + ands.len();
        let mut head = format!("{kind} {most} {} {} {} {}\n", free.len(), latches.len(), outputs.len(), ands.len());
        if format == Format::Ascii {
            for n in 1..=free.len() {
                let _ = writeln!(head, "{}", 2 * n);
            }
        }
        for (n, latch) in latches.iter().enumerate() {
            let next = self.literal(latch.next);
            let own = 2 * (free.len() + n + 1);
            let _ = if format == Format::Ascii { writeln!(head, "{own} {next}") } else { writeln!(head, "{next}") };
        }
        for (_, output) in outputs {
            let _ = writeln!(head, "{}", self.literal(*output));
        }
        let mut text = head.into_bytes();
        for (n, node) in ands.iter().enumerate() {
            let Some((left, right)) = self.netlist.aig().operands(*node) else { continue };
            let (a, b) = (self.literal(left), self.literal(right));
            let (large, small) = (a.max(b), a.min(b));
            let own = 2 * (free.len() + latches.len() + n + 1) as u32;
            match format {
                Format::Ascii => text.extend(format!("{own} {large} {small}\n").into_bytes()),
                Format::Binary => {
                    delta(&mut text, own - large);
                    delta(&mut text, large - small);
                }
            }
        }
        let mut symbols = String::new();
        for (n, node) in free.iter().enumerate() {
            if let Some(name) = names.get(node) {
                let _ = writeln!(symbols, "i{n} {}", one_line(name));
            }
        }
        for (n, latch) in latches.iter().enumerate() {
            let _ = writeln!(symbols, "l{n} {}", one_line(&latch.name));
        }
        for (n, (name, _)) in outputs.iter().enumerate() {
            let _ = writeln!(symbols, "o{n} {}", one_line(name));
        }
        text.extend(symbols.into_bytes());
        text
    }
}

fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

/// Seven bits in each byte, the lowest first; the highest bit says that more follow.
fn delta(text: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        text.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    text.push(number as u8);
}

/// Whether there is anything to write: a system without properties has no outputs.
pub fn has_outputs(system: &System) -> Result<(), Error> {
    match system.properties.is_empty() {
        true => refuse("the program has no checks, so there is nothing that a model checker could decide"),
        false => Ok(()),
    }
}
