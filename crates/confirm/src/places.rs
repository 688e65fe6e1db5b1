//! Places of witnesses, found in sources: which statement, branching or call a line and a column name.

use crate::text::Insertions;
use cairn_base::Span;
use cairn_front_c::sites::{Branching, BranchingKind, Call, Sites, StatementSite, What};
use cairn_svcomp::witness::Location;
use cairn_verify::request::{InputFile, Request};

/// One input with its sites.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    pub number: usize,
    pub input: &'a InputFile,
    pub sites: &'a Sites,
}

pub fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The input that a location is in; a single input is meant whatever it is called.
pub fn file<'a>(request: &'a Request, sites: &'a [Sites], location: &Location) -> Option<File<'a>> {
    let mut named = request.inputs.iter().enumerate().filter(|(_, i)| base_name(&i.name) == base_name(&location.file));
    let (number, input) = match (named.next(), request.inputs.as_slice()) {
        (Some(found), _) => found,
        (None, [only]) if !location.file.ends_with(".h") => (0, only),
        _ => return None,
    };
    Some(File { number, input, sites: sites.get(number)? })
}

impl File<'_> {
    pub fn text(&self, span: Span) -> &str {
        self.input.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
    /// Line and column, from 1, of an offset.
    fn place(&self, offset: u32) -> (u32, u32) {
        let before = self.input.text.get(..offset as usize).unwrap_or_default();
        let line = before.bytes().filter(|b| *b == b'\n').count() as u32 + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() as u32 + 1)
    }
    fn is_at(&self, offset: u32, location: &Location) -> bool {
        let (line, column) = self.place(offset);
        line == location.line && location.column.is_none_or(|wanted| wanted == column)
    }
    /// The first statement that begins at a location and is accepted.
    pub fn statement(&self, location: &Location, accepts: impl Fn(&StatementSite) -> bool) -> Option<&StatementSite> {
        let here = self.sites.statements.iter().filter(|s| accepts(s) && self.is_at(s.span.start, location));
        // Outer ones first: a label begins where its statement is labelled, a block where its first brace stands.
        here.min_by_key(|s| (s.span.start, std::cmp::Reverse(s.span.end)))
    }
    /// The innermost statement that a location is in.
    pub fn around(&self, location: &Location) -> Option<&StatementSite> {
        let offset = self.offset(location)?;
        let holds = |s: &&StatementSite| s.span.start <= offset && offset < s.span.end;
        self.sites.statements.iter().filter(holds).min_by_key(|s| s.span.end - s.span.start)
    }
    /// Where a location is; without a column, where its line begins to say something.
    fn offset(&self, location: &Location) -> Option<u32> {
        let line = self.input.text.split_inclusive('\n').nth(location.line as usize - 1)?;
        let start: usize = self.input.text.split_inclusive('\n').take(location.line as usize - 1).map(str::len).sum();
        let within = match location.column {
            Some(column) => line.char_indices().nth(column as usize - 1)?.0,
            None => line.len() - line.trim_start().len(),
        };
        u32::try_from(start + within).ok()
    }
    pub fn branching(&self, location: &Location) -> Option<&Branching> {
        self.sites.branchings.iter().find(|b| match b.kind {
            BranchingKind::Conditional => self.question_mark(b).is_some_and(|at| self.is_at(at, location)),
            _ => self.is_at(b.span.start, location),
        })
    }
    fn question_mark(&self, of: &Branching) -> Option<u32> {
        let end = of.condition?.end;
        let rest = self.input.text.get(end as usize..)?;
        let blank = rest.len() - rest.trim_start().len();
        rest.trim_start().starts_with('?').then_some(end + blank as u32)
    }
    /// The call whose closing parenthesis stands at a location.
    pub fn call(&self, location: &Location) -> Option<&Call> {
        self.sites.calls.iter().find(|call| call.span.end > 0 && self.is_at(call.span.end - 1, location))
    }
    /// Whether the text in front of a span ends, and behind it begins, with one of these, but for blanks.
    pub fn stands_between(&self, span: Span, before: &[char], behind: &[char]) -> bool {
        let head = self.input.text.get(..span.start as usize).unwrap_or_default();
        let tail = self.input.text.get(span.end as usize..).unwrap_or_default();
        head.trim_end().ends_with(before) && tail.trim_start().starts_with(behind) && self.is_balanced(span)
    }
    /// Whether parentheses match: where macros were replaced, spans may be parts of what was written.
    pub fn is_balanced(&self, span: Span) -> bool {
        let mut depth = 0;
        for c in self.text(span).chars() {
            depth += i32::from(c == '(') - i32::from(c == ')');
            if depth < 0 {
                return false;
            }
        }
        depth == 0
    }
    /// Puts a statement in front of another one; fails where a macro hides its end.
    pub fn before(&self, site: &StatementSite, code: &str, into: &mut Insertions) -> Result<(), String> {
        let span = match site.what {
            // Who jumps to the label comes by, too.
            What::Labelled(inner) => inner,
            _ => site.span,
        };
        let is_whole = |span: Span| self.text(span).ends_with([';', '}']) && self.is_balanced(span);
        match site.is_in_block {
            true => into.at(span.start, code),
            false if is_whole(span) => into.around(span.start, span.end, &format!("{{ {code} "), " }"),
            false => return Err("a macro stands there".into()),
        }
        Ok(())
    }
    /// Puts a statement where each iteration of a loop comes by before its condition is evaluated.
    pub fn at_head(&self, site: &StatementSite, code: &str, into: &mut Insertions) -> Result<(), String> {
        let What::Loop { word, condition, body } = site.what else { return Err("no loop begins there".into()) };
        match condition.filter(|_| word != "do") {
            Some(span) if self.stands_between(span, &['(', ';'], &[')', ';']) => {
                into.around(span.start, span.end, &format!("({{ {code} ("), "); })");
            }
            Some(_) => return Err("a macro stands in its condition".into()),
            None if self.text(body).starts_with('{') => into.at(body.start + 1, code),
            None if self.text(body).ends_with([';', '}']) && self.is_balanced(body) => {
                into.around(body.start, body.end, &format!("{{ {code} "), " }");
            }
            None => return Err("a macro stands in it".into()),
        }
        Ok(())
    }
}
