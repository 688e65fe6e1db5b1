//! The part of YAML that task definitions and witnesses are written in: maps and lists by indentation, `[a, b]` and
//! `{a: b}` on one line, scalars with or without quotes, which may go on in further lines, comments. Deliberately absent:
//! anchors, tags, block scalars, several documents; they are errors.

/// A line and a column, from 1.
pub type Place = (usize, usize);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    Scalar(String, Place),
    List(Vec<Node>, Place),
    Map(Vec<(String, Node)>, Place),
}

impl Node {
    pub fn place(&self) -> Place {
        match self {
            Node::Scalar(_, place) | Node::List(_, place) | Node::Map(_, place) => *place,
        }
    }
    pub fn get(&self, key: &str) -> Option<&Node> {
        match self {
            Node::Map(entries, _) => entries.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }
}

pub type Parsed<T> = Result<T, (Place, String)>;

/// A line without its comment: how far it is indented, and what it says.
#[derive(Clone, Debug)]
struct Line {
    number: usize,
    indent: usize,
    text: String,
}

impl Line {
    fn place(&self) -> Place {
        (self.number, self.indent + 1)
    }
}

pub fn parse(text: &str) -> Parsed<Node> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = without_comment(line).trim_end();
        let rest = line.trim_start_matches(' ');
        if rest.is_empty() || (lines.is_empty() && rest == "---") {
            continue;
        }
        if rest.starts_with('\t') {
            return Err(((number + 1, line.len() - rest.len() + 1), "a tab cannot indent".into()));
        }
        lines.push(Line { number: number + 1, indent: line.len() - rest.len(), text: rest.to_owned() });
    }
    let Some(first) = lines.first() else { return Err(((1, 1), "the file is empty".into())) };
    let mut parser = Parser { indent: first.indent, lines, next: 0 };
    let node = parser.block(parser.indent, 0)?;
    match parser.lines.get(parser.next) {
        Some(line) => Err((line.place(), "this line is not indented like those before it".into())),
        None => Ok(node),
    }
}

/// The line up to `#`, which begins a comment at the start, or after a space, outside quotes.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut before, mut escaped) = (None, ' ', false);
    for (at, c) in line.char_indices() {
        match quote {
            None if c == '#' && before == ' ' => return &line[..at],
            // Inside of a word, quotes are characters like others.
            None if (c == '\'' || c == '"') && " [{,:".contains(before) => quote = Some(c),
            Some(open) if c == open && !escaped => quote = None,
            _ => {}
        }
        escaped = c == '\\' && !escaped && quote == Some('"');
        before = c;
    }
    line
}

struct Parser {
    indent: usize,
    lines: Vec<Line>,
    next: usize,
}

/// Witnesses nest nine levels deep.
const DEEPEST: usize = 20;

impl Parser {
    fn line(&self, indent: usize) -> Option<&Line> {
        self.lines.get(self.next).filter(|line| line.indent == indent)
    }
    /// The map, list or scalar whose lines begin at this column.
    fn block(&mut self, indent: usize, depth: usize) -> Parsed<Node> {
        let Some(line) = self.line(indent).cloned() else {
            return Err(((self.lines.len(), 1), "something is missing here".into()));
        };
        if depth > DEEPEST {
            return Err((line.place(), "this is nested too deeply".into()));
        }
        if is_item(&line.text) {
            return self.list(indent, depth, line.place());
        }
        if split_key(&line.text).is_some() {
            return self.map(indent, depth, line.place());
        }
        self.next += 1;
        let text = self.continued(&line.text, indent)?;
        value(&text, line.place())
    }
    /// A scalar with the lines that it goes on in: all further to the right, and of one without quotes nothing that
    /// could begin something else.
    fn continued(&mut self, text: &str, indent: usize) -> Parsed<String> {
        let mut whole = text.to_owned();
        let quote = text.chars().next().filter(|c| "'\"".contains(*c));
        while let Some(line) = self.lines.get(self.next).filter(|line| line.indent > indent) {
            let goes_on = match quote {
                Some(quote) => !is_closed(&whole, quote),
                None => !whole.starts_with(['[', '{']) && !is_item(&line.text) && split_key(&line.text).is_none(),
            };
            if !goes_on {
                break;
            }
            whole = format!("{whole} {}", line.text);
            self.next += 1;
        }
        Ok(whole)
    }
    fn list(&mut self, indent: usize, depth: usize, place: Place) -> Parsed<Node> {
        let mut items = Vec::new();
        while let Some(line) = self.line(indent).filter(|line| is_item(&line.text)).cloned() {
            let rest = line.text[1..].trim_start_matches(' ');
            if rest.is_empty() {
                self.next += 1;
                items.push(self.nested(indent, false, depth, line.place())?);
                continue;
            }
            // What follows the dash is a block of its own that begins at its column.
            let inner = indent + line.text.len() - rest.len();
            let text = rest.to_owned();
            self.lines[self.next] = Line { number: line.number, indent: inner, text };
            items.push(self.block(inner, depth + 1)?);
        }
        Ok(Node::List(items, place))
    }
    fn map(&mut self, indent: usize, depth: usize, place: Place) -> Parsed<Node> {
        let mut entries: Vec<(String, Node)> = Vec::new();
        while let Some(line) = self.line(indent).filter(|line| !is_item(&line.text)).cloned() {
            let Some((key, rest)) = split_key(&line.text) else {
                return Err((line.place(), "`key: value` is expected here".into()));
            };
            if entries.iter().any(|(name, _)| *name == key) {
                return Err((line.place(), format!("`{key}` is given twice")));
            }
            self.next += 1;
            let node = match rest.is_empty() {
                true => self.nested(indent, true, depth, line.place())?,
                false => {
                    let place = (line.number, indent + line.text.len() - rest.len() + 1);
                    value(&self.continued(rest, indent)?, place)?
                }
            };
            entries.push((key, node));
        }
        Ok(Node::Map(entries, place))
    }
    /// What stands on the lines below, further to the right; a list below a key may begin in its column.
    fn nested(&mut self, indent: usize, below_key: bool, depth: usize, place: Place) -> Parsed<Node> {
        match self.lines.get(self.next) {
            Some(line) if line.indent > indent || (below_key && line.indent == indent && is_item(&line.text)) => {
                let inner = line.indent;
                self.block(inner, depth + 1)
            }
            _ => Ok(Node::Scalar(String::new(), place)),
        }
    }
}

fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ")
}

/// `key: value` or `key:`, the key with or without quotes.
fn split_key(text: &str) -> Option<(String, &str)> {
    if let Some(quote) = text.chars().next().filter(|c| "'\"".contains(*c)) {
        let end = closing(text, quote)?;
        let rest = text[end + 1..].trim_start().strip_prefix(':')?;
        let key = scalar(&text[..=end], (1, 1)).ok()?;
        return (rest.is_empty() || rest.starts_with(' ')).then(|| (key, rest.trim_start()));
    }
    let (key, rest) = text.split_once(':')?;
    let plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-./+ ".contains(c));
    (plain && (rest.is_empty() || rest.starts_with(' '))).then(|| (key.trim_end().to_owned(), rest.trim_start()))
}

/// Where the quote that opens the text is closed.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' if quote == '"' => {
                characters.next();
            }
            // A single quote inside of single quotes is written twice.
            '\'' if quote == '\'' && characters.peek().is_some_and(|(_, next)| *next == '\'') => {
                characters.next();
            }
            c if c == quote => return Some(at),
            _ => {}
        }
    }
    None
}

fn is_closed(text: &str, quote: char) -> bool {
    closing(text, quote).is_some()
}

/// A scalar, or a list in brackets or a map in braces on one line.
fn value(text: &str, place: Place) -> Parsed<Node> {
    if let Some(inside) = text.strip_prefix('[') {
        let Some(inside) = inside.strip_suffix(']') else {
            return Err((place, "the list in brackets must end on the same line".into()));
        };
        let items = pieces(inside).into_iter().map(|item| Ok(Node::Scalar(scalar(item, place)?, place)));
        return Ok(Node::List(items.collect::<Parsed<_>>()?, place));
    }
    if let Some(inside) = text.strip_prefix('{') {
        let Some(inside) = inside.strip_suffix('}') else {
            return Err((place, "the map in braces must end on the same line".into()));
        };
        let entry = |item: &str| {
            let (key, rest) = split_key(item).ok_or((place, "`key: value` is expected in braces".to_owned()))?;
            Ok((key, Node::Scalar(scalar(rest, place)?, place)))
        };
        return Ok(Node::Map(pieces(inside).into_iter().map(entry).collect::<Parsed<_>>()?, place));
    }
    Ok(Node::Scalar(scalar(text, place)?, place))
}

/// What commas outside of quotes separate.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(c) = text[at..].chars().next() {
        let opens = (c == '\'' || c == '"') && text[start..at].trim().is_empty();
        if c == ',' {
            pieces.push(&text[start..at]);
            start = at + 1;
        }
        at += match opens.then(|| closing(&text[at..], c)).flatten() {
            Some(end) => end + 1,
            None => c.len_utf8(),
        };
    }
    pieces.push(&text[start..]);
    pieces.into_iter().map(str::trim).filter(|piece| !piece.is_empty()).collect()
}

fn scalar(text: &str, place: Place) -> Parsed<String> {
    let wrong = |what: &str| Err((place, what.to_owned()));
    match text.chars().next() {
        Some(quote @ ('\'' | '"')) => match closing(text, quote) {
            Some(end) if text[end + 1..].trim().is_empty() => match quote {
                '"' => unescaped(&text[1..end]).ok_or((place, "this escape is not known in a text in quotes".into())),
                _ => Ok(text[1..end].replace("''", "'")),
            },
            _ => wrong("a text in quotes must be closed, and nothing may come behind it"),
        },
        Some(c) if "{}[]&*!|>%@`,?".contains(c) => {
            Err((place, format!("`{c}` begins something of YAML that this version does not read")))
        }
        _ => Ok(text.to_owned()),
    }
}

/// What stands between double quotes.
fn unescaped(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match characters.next()? {
            'n' => '\n',
            't' => '\t',
            'u' => {
                let digits: String = characters.by_ref().take(4).collect();
                char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
            }
            same @ ('"' | '\\' | '/' | ' ') => same,
            _ => return None,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(node: &Node) -> String {
        match node {
            Node::Scalar(text, _) => text.clone(),
            Node::List(items, _) => format!("[{}]", items.iter().map(words).collect::<Vec<_>>().join(", ")),
            Node::Map(entries, _) => {
                let entry = |(key, node): &(String, Node)| format!("{key}: {}", words(node));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
        }
    }

    #[test]
    fn blocks_nest_by_indentation() {
        let text = "# a comment\nversion: '2.0'\nfiles:\n- a.c # first\n- \"b c.c\"\nlist:\n  - x: 1\n    y: 2\n\n  - x: 3\nflow: [p, q]\nempty:\n";
        let found = parse(text).map(|node| words(&node));
        let expected = "{version: 2.0, files: [a.c, b c.c], list: [{x: 1, y: 2}, {x: 3}], flow: [p, q], empty: }";
        assert_eq!(found, Ok(expected.to_owned()));
    }

    #[test]
    fn mistakes_have_places() {
        let place = |text: &str| parse(text).unwrap_err().0;
        assert_eq!(place("a: 1\n   b: 2\n"), (2, 4));
        assert_eq!(place("a: 'x\n"), (1, 4));
        assert_eq!(place("a: 1\na: 2\n"), (2, 1));
        assert_eq!(place("a: &x 1\n"), (1, 4));
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("a:\n\t- x\n"), (2, 1));
    }

    #[test]
    fn no_text_makes_it_panic() {
        let mut random = fastrand_like(7);
        let pieces = ["a", ":", " ", "-", "\n", "  ", "[", "]", "'", "\"", "#", "é", "\t", "x: y", "- "];
        for _ in 0..3000 {
            let text: String = (0..random(12)).map(|_| pieces[random(pieces.len())]).collect();
            let _ = parse(&text);
        }
    }

    /// A small generator, the same every time.
    fn fastrand_like(mut state: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        }
    }
}
