//! Library calls: texts in buffers that may be too small, formats, sorting and searching.
//!
//! In: how deep a statement stands. Out: statements that show what the functions gave.

use super::Writer;

const TEXTS: [&str; 6] = ["", "x", "on", "abc", "hello", "a-b-c"];

impl Writer {
    fn text(&mut self) -> &'static str {
        TEXTS[self.random.usize(0..TEXTS.len())]
    }
    /// Copies, and what comes of them.
    pub(super) fn texts(&mut self, depth: usize) {
        let (b, size) = (self.name("b"), if self.one_in(4) { self.random.u32(2..7) } else { 12 });
        let (s, t) = (self.text(), self.text());
        self.line(depth, &format!("char {b}[{size}];"));
        match self.random.u32(0..5) {
            0 => self.line(depth, &format!("strcpy({b}, \"{s}\"); strcat({b}, \"{t}\");")),
            1 => {
                let n = self.random.u32(1..=size);
                let end = if self.one_in(3) { String::new() } else { format!(" {b}[{}] = 0;", size - 1) };
                self.line(depth, &format!("strncpy({b}, \"{s}\", {n});{end}"));
            }
            2 => {
                let n = self.random.u32(0..size);
                self.line(depth, &format!("memset({b}, 'a', {n}); {b}[{n}] = 0;"));
            }
            3 => self.line(depth, &format!("strcpy({b}, \"{s}\"); memmove({b} + 1, {b}, strlen({b}) + 1);")),
            _ => {
                let n = s.len() + usize::from(!self.one_in(6));
                self.line(depth, &format!("memcpy({b}, \"{s}\", {n});"));
            }
        }
        let shown = match self.random.u32(0..6) {
            0 => format!("(int)strlen({b})"),
            1 => format!("strcmp({b}, \"{t}\") > 0"),
            2 => format!("memcmp({b}, \"{s}\", {}) == 0", s.len()),
            3 => format!("(strrchr({b}, 'a') != 0) + (int)strcspn({b}, \"b-\")"),
            4 => format!("memchr({b}, 'o', {}) == 0", self.random.u32(1..4)),
            _ => format!("{b}[{}]", self.random.u32(0..3)),
        };
        self.line(depth, &format!("see({shown});"));
    }
    /// `snprintf` of numbers and texts.
    pub(super) fn printed(&mut self, depth: usize) {
        let (b, n) = (self.name("b"), self.name("n"));
        let room = if self.one_in(3) { self.random.u32(0..6) } else { 24 };
        let flag = ["", "-", "0", "+", "#"][self.random.usize(0..5)];
        let width = ["", "3", "6", ".2", "5.3"][self.random.usize(0..5)];
        let number = self.random.i32(-2000..2000);
        let (conversion, argument) = match self.random.u32(0..7) {
            0 => ("d", number.to_string()),
            1 => ("x", format!("{}u", number.unsigned_abs())),
            2 => ("u", format!("{}u", number.unsigned_abs())),
            3 => ("ld", format!("{number}L")),
            4 => ("hhd", number.to_string()),
            5 => ("c", "'q'".to_string()),
            _ => ("s", format!("\"{}\"", self.text())),
        };
        // Of some letters C does not define all flags.
        let is_number = !matches!(conversion, "c" | "s");
        let flag = match (flag, conversion) {
            ("#", "x") | ("-" | "", _) => flag,
            ("0" | "+", _) if is_number && !(flag == "+" && matches!(conversion, "x" | "u")) => flag,
            _ => "",
        };
        let width = if conversion == "c" && width.contains('.') { "" } else { width };
        self.line(
            depth,
            &format!("char {b}[24]; int {n} = snprintf({b}, {room}, \"<%{flag}{width}{conversion}>\", {argument});"),
        );
        self.line(depth, &format!("see({n});"));
        if room > 0 {
            self.line(depth, &format!("for (int i = 0; {b}[i]; i++) see({b}[i]);"));
        }
    }
    /// `sscanf` of constant texts; what is not assigned may have no value.
    pub(super) fn scanned(&mut self, depth: usize) {
        let (x, y, n) = (self.name("x"), self.name("y"), self.name("n"));
        let text = ["12 34", "7", "", "-5,6", "x1", "0x1f 9", "99abc"][self.random.usize(0..7)];
        let format = ["%d %d", "%d,%d", "%x%d", "%2d%d", "%i %d", "%1d%*d %d"][self.random.usize(0..6)];
        let initial = if self.random.bool() { " = 5" } else { "" };
        let unsigned = if format.starts_with("%x") { "unsigned" } else { "int" };
        self.line(
            depth,
            &format!("{unsigned} {x}{initial}; int {y}{initial}, {n} = sscanf(\"{text}\", \"{format}\", &{x}, &{y});"),
        );
        self.line(depth, &format!("see({n});"));
        match self.random.u32(0..3) {
            0 => self.line(depth, &format!("if ({n} > 0) see((int){x} % 100); if ({n} == 2) see({y} % 100);")),
            1 => self.line(depth, &format!("see((int){x} > 3);")),
            _ => self.line(depth, &format!("see({y} > 3);")),
        }
    }
    /// Sorting, and searching in what is sorted.
    pub(super) fn sorted(&mut self, depth: usize) {
        let v = self.name("v");
        let items: Vec<String> = (0..4).map(|_| self.random.u32(0..6).to_string()).collect();
        self.line(depth, &format!("int {v}[4] = {{{}}};", items.join(", ")));
        self.line(
            depth,
            &format!("qsort({v}, 4, sizeof(int), @order); see({v}[0] + 10 * {v}[1] + 100 * {v}[2] + 1000 * {v}[3]);"),
        );
        if self.random.bool() {
            let key = self.random.u32(0..6);
            self.line(depth, &format!("{{ int key = {key}; see(bsearch(&key, {v}, 4, sizeof(int), @order) != 0); }}"));
        }
    }
}
