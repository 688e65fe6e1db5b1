//! Contracts of procedures and loops, read and printed.
//!
//! One clause per line: a word, perhaps the clause's text in quotes, the condition. A location is a place,
//! `elements(pointer, type, low, high)` or `object(pointer)`, perhaps with `when` and a condition.

use super::cursor::Parsed;
use super::items::Reader;
use super::names::string_text;
use super::printer::Printer;
use crate::contract::{Contract, Dropped, Location, LoopContract, Region, Texts};
use crate::expr::ExprId;
use crate::program::{BlockId, ProcId};
use std::fmt::Write;

impl Reader<'_> {
    pub fn contract_clause(&mut self, procedure: ProcId) -> Parsed<()> {
        let mut contract = std::mem::take(&mut self.program.procedures[procedure].contract);
        let read = self.clause_of(&mut contract);
        self.program.procedures[procedure].contract = contract;
        read?;
        if self.cursor.is("{") { Ok(()) } else { self.cursor.end_of_line() }
    }
    fn clause_of(&mut self, contract: &mut Contract) -> Parsed<()> {
        let Contract { requires, ensures, obligations, exits, texts, .. } = contract;
        let lists = [("requires", requires), ("ensures", ensures), ("obligation", obligations), ("exits", exits)];
        for (word, list) in lists {
            if self.cursor.take(word) {
                list.push(self.named_condition(texts)?);
                return Ok(());
            }
        }
        if self.cursor.take("assigns") {
            let locations = self.locations()?;
            contract.assigns.get_or_insert_default().extend(locations);
        } else if self.cursor.take("frees") {
            let pointers = self.pointers()?;
            contract.frees.get_or_insert_default().extend(pointers);
        } else if self.cursor.take("decreases") {
            contract.decreases.push(self.named_measure(&mut contract.texts)?);
        } else if self.cursor.take("dropped") {
            contract.dropped.push(self.dropped()?);
        } else {
            let words =
                "`{`, `requires`, `ensures`, `obligation`, `exits`, `assigns`, `frees`, `decreases` or `dropped`";
            return self.cursor.expected(words);
        }
        Ok(())
    }
    fn named_condition(&mut self, texts: &mut Texts) -> Parsed<ExprId> {
        let text = self.cursor.optional_string()?;
        let condition = self.condition()?;
        texts.extend(text.map(|text| (condition, text)));
        Ok(condition)
    }
    fn named_measure(&mut self, texts: &mut Texts) -> Parsed<ExprId> {
        let text = self.cursor.optional_string()?;
        let measure = self.typed_expression(None)?;
        texts.extend(text.map(|text| (measure, text)));
        Ok(measure)
    }
    fn dropped(&mut self) -> Parsed<Dropped> {
        let span = Some(self.cursor.here());
        Ok(Dropped { text: self.cursor.string("the text of the clause")?, span })
    }
    /// `nothing`, or pointers separated by commas.
    fn pointers(&mut self) -> Parsed<Vec<ExprId>> {
        if self.cursor.take("nothing") {
            return Ok(Vec::new());
        }
        let pointer = self.program.types.pointer();
        let mut pointers = vec![self.typed_expression(Some(pointer))?];
        while self.cursor.take_here(",") {
            pointers.push(self.typed_expression(Some(pointer))?);
        }
        Ok(pointers)
    }
    /// `nothing`, or locations separated by commas.
    fn locations(&mut self) -> Parsed<Vec<Location>> {
        if self.cursor.take("nothing") {
            return Ok(Vec::new());
        }
        let mut locations = vec![self.location()?];
        while self.cursor.take_here(",") {
            locations.push(self.location()?);
        }
        Ok(locations)
    }
    fn location(&mut self) -> Parsed<Location> {
        let call = self.cursor.token_is(self.cursor.token_after(1), "(");
        let region = if call && self.cursor.take("elements") {
            self.elements()?
        } else if call && self.cursor.take("object") {
            self.cursor.open("(")?;
            let pointer = self.program.types.pointer();
            let pointer = self.typed_expression(Some(pointer))?;
            self.cursor.close(")")?;
            Region::Object(pointer)
        } else {
            Region::Place(self.typed_place()?.0)
        };
        let when = if self.cursor.take_here("when") { Some(self.condition()?) } else { None };
        Ok(Location { region, when })
    }
    fn elements(&mut self) -> Parsed<Region> {
        let (pointer, math) = (self.program.types.pointer(), self.program.types.math_int());
        self.cursor.open("(")?;
        let pointer = self.typed_expression(Some(pointer))?;
        self.cursor.expect(",")?;
        let element = self.type_syntax()?;
        self.cursor.expect(",")?;
        let low = self.typed_expression(Some(math))?;
        self.cursor.expect(",")?;
        let high = self.typed_expression(Some(math))?;
        self.cursor.close(")")?;
        Ok(Region::Elements { pointer, element, low, high })
    }
    pub fn loop_contract(&mut self, procedure: ProcId, block: Option<BlockId>) -> Parsed<()> {
        let mut contract = LoopContract::default();
        let mut found = false;
        loop {
            if self.cursor.take("invariant") {
                contract.invariants.push(self.named_condition(&mut contract.texts)?);
            } else if self.cursor.take("variant") {
                contract.variants.push(self.named_measure(&mut contract.texts)?);
            } else if self.cursor.take("assigns") {
                let locations = self.locations()?;
                contract.assigns.get_or_insert_default().extend(locations);
            } else if self.cursor.take("dropped") {
                contract.dropped.push(self.dropped()?);
            } else {
                break;
            }
            found = true;
            self.cursor.end_of_line()?;
        }
        if let (true, Some(block)) = (found, block) {
            self.program.procedures[procedure].blocks[block].loop_contract = Some(contract);
        }
        Ok(())
    }
}

impl Printer<'_> {
    pub fn contract(&mut self, contract: &Contract) {
        let texts = &contract.texts;
        self.clauses("requires", &contract.requires, texts, true);
        self.clauses("ensures", &contract.ensures, texts, true);
        self.clauses("obligation", &contract.obligations, texts, true);
        self.clauses("exits", &contract.exits, texts, true);
        self.locations(contract.assigns.as_deref());
        if let Some(pointers) = &contract.frees {
            self.out.push_str(if pointers.is_empty() { "  frees nothing" } else { "  frees " });
            for (n, pointer) in pointers.iter().enumerate() {
                self.out.push_str(if n > 0 { ", " } else { "" });
                self.expr(*pointer, Some(self.plain.pointer));
            }
            self.out.push('\n');
        }
        self.clauses("decreases", &contract.decreases, texts, false);
        self.dropped(&contract.dropped);
    }
    pub fn loop_contract(&mut self, contract: &LoopContract) {
        self.clauses("invariant", &contract.invariants, &contract.texts, true);
        self.clauses("variant", &contract.variants, &contract.texts, false);
        self.locations(contract.assigns.as_deref());
        self.dropped(&contract.dropped);
    }
    fn clauses(&mut self, word: &str, conditions: &[ExprId], texts: &Texts, boolean: bool) {
        for condition in conditions {
            let _ = write!(self.out, "  {word} ");
            if let Some(text) = texts.get(condition) {
                let _ = write!(self.out, "{} ", string_text(text));
            }
            let expected = boolean.then_some(self.plain.bool);
            self.expr(*condition, expected);
            self.out.push('\n');
        }
    }
    fn dropped(&mut self, clauses: &[Dropped]) {
        for clause in clauses {
            let _ = writeln!(self.out, "  dropped {}", string_text(&clause.text));
        }
    }
    fn locations(&mut self, locations: Option<&[Location]>) {
        let Some(locations) = locations else { return };
        self.out.push_str(if locations.is_empty() { "  assigns nothing" } else { "  assigns " });
        for (n, location) in locations.iter().enumerate() {
            self.out.push_str(if n > 0 { ", " } else { "" });
            self.location(location);
        }
        self.out.push('\n');
    }
    fn location(&mut self, location: &Location) {
        match &location.region {
            Region::Place(place) => self.place(place),
            Region::Object(pointer) => {
                self.out.push_str("object(");
                self.expr(*pointer, Some(self.plain.pointer));
                self.out.push(')');
            }
            Region::Elements { pointer, element, low, high } => {
                self.out.push_str("elements(");
                self.expr(*pointer, Some(self.plain.pointer));
                let _ = write!(self.out, ", {}, ", self.type_text(*element));
                self.expr(*low, Some(self.plain.math));
                self.out.push_str(", ");
                self.expr(*high, Some(self.plain.math));
                self.out.push(')');
            }
        }
        if let Some(when) = location.when {
            self.out.push_str(" when ");
            self.expr(when, Some(self.plain.bool));
        }
    }
}
