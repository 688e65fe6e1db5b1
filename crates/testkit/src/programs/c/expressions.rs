//! Numbers: what is read and computed, and calls that have side effects, in whose order programs may differ.
//!
//! In: how deep an expression may be. Out: its text; the values stay small, so that nothing overflows.

use super::{GLOBALS, Writer};

impl Writer {
    /// An expression of type `int`, between about -500 and 500.
    pub(super) fn number(&mut self, depth: u32) -> String {
        if depth == 0 || self.one_in(5) {
            return self.leaf();
        }
        let below = depth - 1;
        match self.random.u32(0..14) {
            0 | 1 => {
                let (a, b) = (self.number(below), self.number(below));
                let operator = ["+", "-", "<", "==", "&", "^"][self.random.usize(0..6)];
                format!("(({a}) % 200 {operator} ({b}) % 200)")
            }
            2 => {
                let (a, b) = (self.number(below), self.number(below));
                format!("@minus({a}, {b})")
            }
            3 => {
                let (a, b, c) = (self.number(below), self.number(below), self.number(below));
                format!("@three({a}, {b}, {c})")
            }
            4 => {
                let (a, b) = (self.number(below), self.number(below));
                let operator = ["&&", "||", ","][self.random.usize(0..3)];
                format!("(({a}) {operator} ({b}))")
            }
            5 => {
                let (a, b, c) = (self.number(below), self.number(below), self.number(below));
                format!("(({a}) ? ({b}) : ({c}))")
            }
            // What another operand calls may store there.
            6 if !self.open && self.calls == 0 => self.leaf(),
            6 => {
                let e = self.number(below);
                self.closes();
                format!("@a[({e}) & 3]")
            }
            7 => {
                let (a, b) = (self.number(below), self.number(below));
                let member = ["x", "y"][self.random.usize(0..2)];
                format!("@both({a}, {b}).{member}")
            }
            8 => self.asked(),
            _ => self.call(below).unwrap_or_else(|| self.leaf()),
        }
    }
    fn leaf(&mut self) -> String {
        match self.random.u32(0..8) {
            // Where the order is fixed, nothing that calls change is read beside them.
            0..3 if self.open || self.calls > 0 => {
                self.closes();
                format!("@g{}", self.random.usize(0..GLOBALS))
            }
            3 if self.open => "*@p".into(),
            _ => self.random.u32(0..10).to_string(),
        }
    }
    /// In a closed program nothing is called beside what reads variables.
    fn closes(&mut self) {
        if !self.open {
            self.calls = 0;
        }
    }
    /// A call with side effects, if the full expression may have one more.
    fn call(&mut self, below: u32) -> Option<String> {
        self.calls = self.calls.checked_sub(1)?;
        let before = self.calls;
        Some(match self.random.u32(0..5) {
            0 => "@tick()".into(),
            1 => {
                let e = self.number(below);
                format!("@step({e})")
            }
            2 => "@swap()".into(),
            3 => {
                let e = self.number(below);
                format!("@store({e})")
            }
            _ => {
                let e = self.number(below);
                self.calls = self.calls.min(before);
                format!("*@place({e})")
            }
        })
    }
    /// What a library function says about constant texts.
    fn asked(&mut self) -> String {
        let texts = ["\"a\"", "\"ab\"", "\"abc\"", "\"b-12\"", "\" 7x\"", "\"\""];
        let (s, t) = (texts[self.random.usize(0..6)], texts[self.random.usize(0..6)]);
        let c = ["'a'", "'b'", "'1'", "'-'", "' '", "'Z'"][self.random.usize(0..6)];
        match self.random.u32(0..11) {
            0 => format!("(strcmp({s}, {t}) < 0)"),
            1 => format!("(strncmp({s}, {t}, 2) == 0)"),
            2 => format!("(int)strlen({s})"),
            3 => format!("(strchr({s}, {c}) != 0)"),
            4 => format!("(strstr({s}, {t}) != 0)"),
            5 => format!("(int)strspn({s}, \"ab\")"),
            6 => format!("(isalpha({c}) != 0)"),
            7 => format!("(isdigit({c}) || isspace({c}))"),
            8 => format!("atoi({s})"),
            9 => format!("(int)strtol({s}, 0, {})", [0, 10, 16][self.random.usize(0..3)]),
            _ => format!("(toupper({c}) == 'A')"),
        }
    }
    /// Assignments whose sides are both evaluated.
    pub(super) fn assignment(&mut self, depth: usize) {
        let value = self.number(2);
        let target = match self.random.u32(0..4) {
            0 => "@g2".to_string(),
            1 => {
                let e = self.number(1);
                format!("@a[({e}) & 3]")
            }
            2 if self.open => "*@p".into(),
            _ => match self.call(1) {
                Some(call) if call.starts_with('*') => call,
                Some(call) => format!("@a[{call} & 3]"),
                None => "@g1".into(),
            },
        };
        // A compound assignment reads its target as one evaluation: its side effects may not move it.
        let operator = if self.one_in(4) && target.starts_with("@g") { "+=" } else { "=" };
        self.line(depth, &format!("{target} {operator} ({value}) % 100;"));
        self.line(depth, "see(@a[0] % 500 + 3 * (@a[1] % 500) + 5 * (@a[2] % 500) + 7 * (@a[3] % 500));");
        self.line(depth, "see(@g0 % 500 + 3 * (@g1 % 500) + 5 * (@g2 % 500)); @g2 %= 500;");
    }
    /// Objects whose initialisers have several items.
    pub(super) fn initialised(&mut self, depth: usize) {
        let name = self.name("v");
        let (a, b) = (self.number(2), self.number(2));
        match self.random.u32(0..3) {
            0 => self
                .line(depth, &format!("int {name}[2] = {{{a}, {b}}}; see({name}[0] % 100 * 100 + {name}[1] % 100);")),
            1 => self.line(
                depth,
                &format!("struct @pair {name} = {{.y = {a}, .x = {b}}}; see({name}.x % 100 * 100 + {name}.y % 100);"),
            ),
            _ => self.line(depth, &format!("struct @pair {name} = @both({a}, {b}); see({name}.x - {name}.y);")),
        }
    }
}
