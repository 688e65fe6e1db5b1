//! Random programs as text: nested `if`s, loops (some entered in the middle), switches, calls, recursion,
//! calls through pointers, arrays, and if asked for memory.

use fastrand::Rng;
use std::fmt::Write;

pub struct Generator {
    random: Rng,
    memory: bool,
    text: String,
    labels: u32,
    counters: u32,
    /// How many loops are open.
    loops: u32,
    /// The procedure being written; it calls those with larger numbers, and itself if it is the last one.
    procedure: u32,
}

const PROCEDURES: u32 = 3;

pub fn program(seed: u64, memory: bool) -> String {
    let mut generator = Generator {
        random: Rng::with_seed(seed),
        memory,
        text: String::new(),
        labels: 0,
        counters: 0,
        loops: 0,
        procedure: 0,
    };
    generator.program();
    generator.text
}

impl Generator {
    fn program(&mut self) {
        self.text += "entry p0\nglobal g: i8 = arbitrary\nglobal h: i8 = 3\nglobal t: [4]i8\n\n";
        self.text += "proc unknown(a: i8) -> (r: i8)\n  ensures r <s old(a) or r == 7\n\n";
        for number in 0..PROCEDURES {
            self.procedure = number;
            self.counters = 0;
            let header = if number == 0 { "a: i8, b: i8" } else { "a: i8, b: i8, p: ptr" };
            let _ = writeln!(self.text, "proc p{number}({header}) -> (r: i8) {{");
            let start = self.text.len();
            self.text += "start:\n";
            self.statements(3);
            self.text += "  return\n}\n\n";
            let mut locals = String::from("  local x: i8\n  local y: i8\n  local u: [4]i8\n  local f: ptr\n");
            if self.memory {
                locals += "  local m: i8 addressable\n  local n: [4]i8 addressable\n  local q: ptr\n";
            }
            for counter in 0..self.counters {
                let _ = writeln!(locals, "  local c{counter}: i8");
            }
            self.text.insert_str(start, &locals);
        }
    }

    fn line(&mut self, text: &str) {
        self.text += "  ";
        self.text += text;
        self.text += "\n";
    }
    fn label(&mut self) -> String {
        self.labels += 1;
        format!("l{}", self.labels)
    }

    fn variable(&mut self) -> &'static str {
        ["x", "y", "a", "b", "g", "h", "r"][self.random.usize(..7)]
    }

    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.u32(..3) == 0 {
            return match self.random.u32(..3) {
                0 => format!("({}:i8)", self.random.i32(-4..9)),
                _ => self.variable().to_string(),
            };
        }
        let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
        match self.random.u32(..8) {
            0..=2 => format!("({a} {} {b})", ["+", "-", "*", "&", "^", "/s", "%u", "<<"][self.random.usize(..8)]),
            3 => format!("t[zext({a} & 7, u64)]"),
            4 => format!("u[zext({a} & 3, u64)]"),
            5 => format!("(if {} then {a} else {b})", self.condition(depth - 1)),
            6 if self.memory => "m".into(),
            6 => format!("-({a})"),
            _ => format!("({a} + {b})"),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let (a, b) = (self.expr(depth), self.expr(depth));
        let compare = ["<s", "<=u", "==", "!="][self.random.usize(..4)];
        match self.random.u32(..6) {
            0 if depth > 0 => format!("({} and {})", self.condition(depth - 1), self.condition(depth - 1)),
            1 => format!("not ({a} {compare} {b})"),
            _ => format!("{a} {compare} {b}"),
        }
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..self.random.u32(1..5) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.random.u32(..24) {
            0..=5 => self.assignment(),
            6 => {
                let variable = self.variable();
                self.line(&format!("havoc {variable}"));
            }
            7 => {
                let condition = self.condition(1);
                self.line(&format!("assume {condition} or g <s 20"));
            }
            8 | 9 => {
                let condition = self.condition(1);
                let unless = ["", " or x <u 10", " or g <s 20"][self.random.usize(..3)];
                self.line(&format!("check assertion \"c\" : {condition}{unless}"));
            }
            10..=13 if depth > 0 => self.if_statement(depth - 1),
            14..=16 if depth > 0 => self.loop_statement(depth - 1),
            17 if depth > 0 => self.switch(depth - 1),
            18..=20 => self.call(),
            21 if self.random.u32(..6) == 0 => self.leave(),
            22 => {
                let index = self.expr(1);
                self.line(&format!("havoc t[zext({index} & 7, u64)]"));
            }
            _ if self.memory => self.memory_statement(),
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let value = self.expr(2);
        let index = self.expr(1);
        let target = match self.random.u32(..5) {
            0 => format!("t[zext({index} & 7, u64)]"),
            1 => format!("u[zext({index} & 3, u64)]"),
            _ => self.variable().to_string(),
        };
        self.line(&format!("{target} := {value}"));
    }

    fn memory_statement(&mut self) {
        let (value, index) = (self.expr(1), self.expr(1));
        match self.random.u32(..10) {
            0 => self.line("q := &m"),
            1 => self.line(&format!("q := &n[zext({index} & 3, u64)]")),
            2 => self.line(&format!("m := {value}")),
            3 => self.line(&format!("*q:i8 := {value}")),
            4 => self.line("x := *q"),
            5 => self.line(&format!("n[zext({index} & 3, u64)] := {value}")),
            6 => self.line("check pointer \"valid\" : valid(q, 1) or x <s 100"),
            7 => self.line("live m"),
            8 if self.procedure > 0 => self.line("y := *p"),
            8 => self.line("dead m"),
            _ => self.line("f := alloc stack [3] i8 zeroed"),
        }
    }

    fn if_statement(&mut self, depth: u32) {
        let (then, otherwise, after) = (self.label(), self.label(), self.label());
        let condition = self.condition(1);
        self.line(&format!("branch {condition} then {then} else {otherwise}"));
        let _ = writeln!(self.text, "{then}:");
        self.statements(depth);
        self.line(&format!("goto {after}"));
        let _ = writeln!(self.text, "{otherwise}:");
        if self.random.bool() {
            self.statements(depth);
        }
        self.line(&format!("goto {after}"));
        let _ = writeln!(self.text, "{after}:");
    }

    /// A loop with a counter; its condition at the head or in the middle, sometimes entered in the middle.
    fn loop_statement(&mut self, depth: u32) {
        let counter = format!("c{}", self.counters);
        self.counters += 1;
        let (head, body, exit) = (self.label(), self.label(), self.label());
        let limit = self.random.i32(0..4);
        self.line(&format!("{counter} := 0"));
        // Entered in the middle only once: the interpreter does not start counting again there.
        if self.random.u32(..6) == 0 && self.procedure == 0 && self.loops == 0 {
            let condition = self.condition(1);
            self.line(&format!("branch {condition} then {head} else {body}"));
        } else {
            self.line(&format!("goto {head}"));
        }
        self.loops += 1;
        let _ = writeln!(self.text, "{head}:");
        if self.random.bool() {
            self.statements(depth.min(1));
        }
        let condition = if self.random.u32(..5) == 0 { self.condition(1) } else { format!("{counter} <s {limit}") };
        self.line(&format!("branch {condition} then {body} else {exit}"));
        let _ = writeln!(self.text, "{body}:");
        self.statements(depth);
        self.line(&format!("{counter} := {counter} + 1"));
        if self.random.u32(..4) == 0 {
            let condition = self.condition(1);
            self.line(&format!("branch {condition} then {exit} else {head}"));
        } else {
            self.line(&format!("goto {head}"));
        }
        let _ = writeln!(self.text, "{exit}:");
        self.loops -= 1;
    }

    fn switch(&mut self, depth: u32) {
        let labels = [self.label(), self.label(), self.label()];
        let after = self.label();
        let value = self.expr(1);
        let [a, b, c] = &labels;
        self.line(&format!("switch {value} & 3 {{ 0 -> {a}, 1 -> {b}, 2 -> {a}, else -> {c} }}"));
        for label in &labels {
            let _ = writeln!(self.text, "{label}:");
            self.statements(depth);
            self.line(&format!("goto {after}"));
        }
        let _ = writeln!(self.text, "{after}:");
    }

    fn call(&mut self) {
        let (a, b) = (self.expr(1), self.expr(1));
        let target = ["x", "y", "g", "u[1]"][self.random.usize(..4)];
        let pointer = if self.memory { ["q", "&m", "null"][self.random.usize(..3)] } else { "null" };
        if self.random.u32(..5) == 0 {
            return self.line(&format!("{target} := call unknown({a})"));
        }
        if self.procedure + 1 == PROCEDURES {
            // Recursion with a falling argument, so that most of it ends.
            if self.random.u32(..3) > 0 {
                return self.assignment();
            }
            let (then, after) = (self.label(), self.label());
            self.line(&format!("branch 0 <s a and a <s 4 then {then} else {after}"));
            let _ = writeln!(self.text, "{then}:");
            self.line(&format!("{target} := call p{}(a - 1, {b}, {pointer})", self.procedure));
            self.line(&format!("goto {after}"));
            let _ = writeln!(self.text, "{after}:");
            return;
        }
        let callee = self.random.u32(self.procedure + 1..PROCEDURES);
        if self.random.u32(..4) == 0 {
            let other = self.random.u32(self.procedure + 1..PROCEDURES);
            let chosen = ["null".to_string(), format!("&proc p{callee}"), format!("&proc p{other}")];
            let chosen = &chosen[self.random.usize(..3)];
            self.line(&format!("f := {chosen}"));
            let candidates = if callee == other { format!("p{callee}") } else { format!("p{callee}, p{other}") };
            return self.line(&format!("{target} := call indirect(f, [{candidates}])({a}, {b}, {pointer})"));
        }
        self.line(&format!("{target} := call p{callee}({a}, {b}, {pointer})"));
    }

    fn leave(&mut self) {
        let (then, after) = (self.label(), self.label());
        let condition = self.condition(1);
        self.line(&format!("branch {condition} then {then} else {after}"));
        let _ = writeln!(self.text, "{then}:");
        let word = ["return", "stop"][self.random.usize(..2)];
        self.line(word);
        let _ = writeln!(self.text, "{after}:");
    }
}
