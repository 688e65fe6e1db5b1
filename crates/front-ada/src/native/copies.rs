//! The user's units as files for GNAT: one unit per file, named as GNAT wants, lines as in the original.
//!
//! A file that holds one unit under the right name is copied; other units get a file of their own that
//! begins with a `Source_Reference` to where they stand. Annotations become assertions where GNAT can see them
//! so. [`Units::hook`] adds the procedure that sets variables.

use super::HOOK;
use crate::parser::parse_file;
use crate::syntax::ast::{DefiningName, Expression, PackageBody, SourceUnits, UnitKind};
use crate::syntax::lexer::lex;
use crate::syntax::names::{Keyword, Names};
use crate::syntax::token::TokenKind;
use cairn_base::{FileId, SourceMap, Span};

/// Files of the shipped library begin so.
const SHIPPED: &str = "<cairn>/";

/// GNAT's file name of a unit.
pub fn file_name(unit: &str, extension: &str) -> String {
    format!("{}.{extension}", unit.to_lowercase().replace('.', "-"))
}

/// A unit to be written.
struct Unit {
    /// Full name as spelled.
    name: String,
    kind: Kind,
    file: FileId,
    /// Where its text begins and ends in its file.
    start: usize,
    end: usize,
    /// Texts to insert, by place.
    insertions: Vec<(usize, String)>,
    /// Other units can name it.
    nameable: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Package,
    /// With the place where a further declaration can stand at its end.
    PackageBody(usize),
    Other,
    Subunit,
}

pub struct Units<'s> {
    sources: &'s SourceMap,
    units: Vec<Unit>,
}

impl<'s> Units<'s> {
    pub fn new(sources: &'s SourceMap) -> Self {
        let mut units = Vec::new();
        for (file, source) in sources.files().filter(|(_, s)| !s.name.starts_with(SHIPPED)) {
            let mut names = Names::default();
            let parsed = parse_file(&source.text, file, &mut names, &mut Vec::new());
            units.extend(units_of(&parsed, file, sources));
        }
        Self { sources, units }
    }

    /// The library package with a body in which a full name stands.
    pub fn body_of(&self, name: &str) -> Option<String> {
        let name = name.to_lowercase();
        let inside = |unit: &&Unit| {
            matches!(unit.kind, Kind::PackageBody(_)) && name.starts_with(&format!("{}.", unit.name.to_lowercase()))
        };
        let found = self.units.iter().filter(inside).max_by_key(|unit| unit.name.len());
        found.filter(|unit| self.has_specification(&unit.name)).map(|unit| unit.name.clone())
    }

    fn has_specification(&self, name: &str) -> bool {
        self.units.iter().any(|u| u.kind == Kind::Package && u.name.eq_ignore_ascii_case(name))
    }

    /// Units that the driver names in its context.
    pub fn to_name(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.units.iter().filter(|u| u.nameable).map(|u| &*u.name).collect();
        names.sort_by_key(|name| name.to_lowercase());
        names.dedup_by_key(|name| name.to_lowercase());
        names
    }

    /// Declares the procedure that sets variables, in both parts of a package.
    pub fn hook(&mut self, name: &str) -> Result<(), String> {
        for at in 0..self.units.len() {
            let unit = &self.units[at];
            if !unit.name.eq_ignore_ascii_case(name) {
                continue;
            }
            let insertion = match unit.kind {
                Kind::Package => {
                    let place = self.after_is(unit).ok_or_else(|| format!("the package {name} cannot be extended"))?;
                    (place, format!(" procedure {HOOK};"))
                }
                Kind::PackageBody(place) => (place, format!("procedure {HOOK} is separate; ")),
                Kind::Other | Kind::Subunit => continue,
            };
            self.units[at].insertions.push(insertion);
        }
        Ok(())
    }

    /// Behind `package P is`.
    fn after_is(&self, unit: &Unit) -> Option<usize> {
        let text = &self.sources.file(unit.file).text;
        let tokens = lex(text, unit.file, &mut Names::default(), &mut Vec::new()).tokens;
        let mut inside = tokens.iter().filter(|t| t.start as usize >= unit.start);
        inside.find(|t| t.kind == TokenKind::Word(Keyword::Package))?;
        inside.find(|t| t.kind == TokenKind::Word(Keyword::Is)).map(|t| t.end as usize)
    }

    pub fn files(&self) -> Vec<(String, String)> {
        let mut files = Vec::new();
        for unit in &self.units {
            let source = self.sources.file(unit.file);
            let extension = if matches!(unit.kind, Kind::Package) { "ads" } else { "adb" };
            // A subprogram or instance that is only declared is a specification.
            let extension = if unit.kind == Kind::Other && source.name.ends_with(".ads") { "ads" } else { extension };
            let name = file_name(&unit.name, extension);
            let alone = self.units.iter().filter(|u| u.file == unit.file).count() == 1;
            let original = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
            if alone && original == name {
                files.push((name, visible_assertions(&edited(&source.text, 0, source.text.len(), &unit.insertions))));
                continue;
            }
            // GNAT counts from the line after the reference.
            let line_start = source.text[..unit.start].rfind('\n').map_or(0, |at| at + 1);
            let line = source.text[..line_start].matches('\n').count() + 1;
            let text = visible_assertions(&edited(&source.text, line_start, unit.end, &unit.insertions));
            files.push((name, format!("pragma Source_Reference ({line}, \"{original}\");\n{text}\n")));
        }
        files
    }
}

fn units_of(parsed: &SourceUnits, file: FileId, sources: &SourceMap) -> Vec<Unit> {
    let text = |span: Span| sources.text(span).split_whitespace().collect::<String>();
    let named = |name: &DefiningName| text(name.span());
    let mut found = Vec::new();
    let mut start = 0;
    for unit in &parsed.units {
        let (name, kind, nameable) = match &unit.kind {
            UnitKind::Package(package) => (named(&package.name), Kind::Package, !unit.private),
            UnitKind::PackageBody(body) => {
                let Some(place) = end_of_declarations(body, file, sources) else { continue };
                (named(&body.name), Kind::PackageBody(place), false)
            }
            UnitKind::Subprogram(subprogram) => (named(&subprogram.name), Kind::Other, true),
            UnitKind::Subunit(parent, declaration) => {
                let Some(name) = subunit_name(parent, declaration, sources) else { continue };
                (name, Kind::Subunit, false)
            }
            // Generic units and renamings are copied with the file they stand in, under its name.
            _ => {
                let own = sources.file(file).name.rsplit(['/', '\\']).next().unwrap_or_default();
                let stem = own.rsplit_once('.').map_or(own, |(stem, _)| stem);
                (stem.replace('-', "."), Kind::Other, false)
            }
        };
        let end = unit.span.end as usize;
        found.push(Unit { name, kind, file, start, end, insertions: Vec::new(), nameable });
        start = end;
    }
    found
}

/// `Parent.Name` of a subunit; the name is the first word behind `procedure`, `function` or `body`.
fn subunit_name(
    parent: &Expression,
    declaration: &crate::syntax::ast::Declaration,
    sources: &SourceMap,
) -> Option<String> {
    let parent: String = sources.text(parent.span).split_whitespace().collect();
    let text = sources.text(declaration.span);
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty());
    let introduces = |w: &str| ["procedure", "function", "body"].iter().any(|k| w.eq_ignore_ascii_case(k));
    words.find(|w| introduces(w))?;
    Some(format!("{parent}.{}", words.next()?))
}

/// Where a further declaration can stand: before the `begin` or `end` that closes the declarative part.
fn end_of_declarations(body: &PackageBody, file: FileId, sources: &SourceMap) -> Option<usize> {
    let text = &sources.file(file).text;
    let tokens = lex(text, file, &mut Names::default(), &mut Vec::new()).tokens;
    let (word, limit) = match body.block.statements.first() {
        Some(statement) => (Keyword::Begin, statement.span.start),
        None => (Keyword::End, body.span.end),
    };
    let inside = tokens.iter().filter(|t| body.span.start <= t.start && t.start < limit);
    inside.rev().find(|t| t.kind == TokenKind::Word(word)).map(|t| t.start as usize)
}

fn edited(text: &str, start: usize, end: usize, insertions: &[(usize, String)]) -> String {
    let mut insertions: Vec<&(usize, String)> =
        insertions.iter().filter(|(at, _)| start <= *at && *at <= end).collect();
    insertions.sort_by_key(|(at, _)| *at);
    let mut result = String::new();
    let mut next = start;
    for (at, insertion) in insertions {
        result.push_str(&text[next..*at]);
        result.push_str(insertion);
        next = *at;
    }
    result.push_str(&text[next..end]);
    result
}

fn visible_assertions(text: &str) -> String {
    text.lines().map(|line| visible_assertion(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}

/// An annotation that stands alone on its line, as GNAT sees it too: `--% assert C;` becomes
/// `pragma Assert (C);`, and `--% notOverflow (+, T, A, B);` an assertion that computes `A + B`.
pub fn visible_assertion(line: &str) -> Option<String> {
    let (before, annotation) = line.split_once("--%")?;
    // A comment may follow.
    let annotation = annotation.split_once("--").map_or(annotation, |(text, _)| text);
    let (word, rest) = annotation.trim().split_once(char::is_whitespace)?;
    let rest = rest.trim().strip_suffix(';')?;
    if !before.trim().is_empty() {
        return None;
    }
    match word.to_lowercase().as_str() {
        "assert" => Some(format!("{before}pragma Assert ({rest});")),
        "notoverflow" => {
            let inside = rest.trim().strip_prefix('(')?.strip_suffix(')')?;
            let parts: Vec<&str> = inside.splitn(4, ',').map(str::trim).collect();
            let [operator, ty, left, right] = parts[..] else { return None };
            // What `'Image` is asked for must be computed.
            Some(format!("{before}pragma Assert ({ty}'Image (({left}) {operator} ({right})) /= \"\");"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers() {
        let mut sources = SourceMap::new();
        let spec = "package P is\n   procedure S;\nend P;\n";
        let body = "package body P is\n   X : Integer := 1;\n   procedure S is\n   begin\n      --% assert X > 0;\n      \
                    X := 2;\n   end S;\nbegin\n   X := 3;\nend P;\n";
        sources.add("p.ads", spec);
        sources.add("p.adb", body);
        let mut units = Units::new(&sources);
        assert_eq!(units.body_of("P.S").as_deref(), Some("P"));
        units.hook("P").unwrap();
        let files = units.files();
        assert_eq!(files[0].0, "p.ads");
        assert!(files[0].1.starts_with("package P is procedure Cairn_Replay;\n"));
        let line = |n: usize| files[1].1.lines().nth(n - 1).unwrap();
        assert_eq!(line(5), "      pragma Assert (X > 0);");
        assert_eq!(line(8), "procedure Cairn_Replay is separate; begin");
        assert_eq!(files[1].1.lines().count(), body.lines().count());
    }

    #[test]
    fn several_units_of_one_file_refer_to_it() {
        let mut sources = SourceMap::new();
        sources
            .add("both.adb", "package P is\n   X : Integer;\nend P;\nprocedure Main is\nbegin\n   null;\nend Main;\n");
        let files = Units::new(&sources).files();
        assert_eq!(files[0].0, "p.ads");
        assert!(files[0].1.starts_with("pragma Source_Reference (1, \"both.adb\");\npackage P is"));
        assert_eq!(files[1].0, "main.adb");
    }
}
