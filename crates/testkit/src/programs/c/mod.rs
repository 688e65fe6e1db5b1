//! Random C programs without inputs about what the standard leaves open: the order of evaluation, what library functions
//! return, and memory that has no value.
//!
//! - [`expressions`]: numbers, with calls that have side effects; [`library`]: texts, memory, formats, sorting;
//!   [`values`]: variables and memory that get a value, or not.
//!
//! A program shows what it computes by calling `see`, whose body belongs to whoever runs it: compilers print the numbers,
//! and a check is asked whether there is an execution that shows just these. Half of the programs are *closed*: no two
//! evaluations whose order is open meet there, so every compiler shows the same numbers. In the others calls with side
//! effects stand wherever C lets them. Undefined behaviour is rare and left to sanitizers to find; side effects within one
//! expression are always inside of functions. Names at file scope begin with `@`, which stands for a prefix, so that many
//! programs fit one file.
//!
//! Deliberately absent: inputs, headers (what is used is declared in [`PRELUDE`]), and floating-point numbers.

mod expressions;
mod library;
mod values;

use std::fmt::Write;

/// What every program begins with; many in one file share it.
pub const PRELUDE: &str = "\
typedef unsigned long size_t;
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
char *strcpy(char *, const char *);
char *strcat(char *, const char *);
char *strncpy(char *, const char *, size_t);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
int isalpha(int);
int isdigit(int);
int isspace(int);
int isupper(int);
int toupper(int);
int abs(int);
int atoi(const char *);
long strtol(const char *, char **, int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int snprintf(char *, size_t, const char *, ...);
int sscanf(const char *, const char *, ...);
";

/// A program: what its `run` computes, with `@` for the prefix of names.
#[derive(Clone, Debug)]
pub struct Sample {
    pub text: String,
    /// Whether compilers may differ.
    pub open: bool,
}

impl Sample {
    /// Its text, with names that begin so.
    pub fn named(&self, prefix: &str) -> String {
        self.text.replace('@', prefix)
    }
}

/// The program of a seed.
pub fn sample(seed: u64) -> Sample {
    let mut writer = Writer {
        random: fastrand::Rng::with_seed(seed),
        open: !seed.is_multiple_of(2),
        text: String::new(),
        names: 0,
        calls: 0,
    };
    writer.header();
    let count = writer.random.usize(3..8);
    writer.text.push_str("static void @run(void)\n{\n");
    for _ in 0..count {
        writer.statement(0);
    }
    writer.text.push_str("}\n");
    Sample { text: writer.text, open: writer.open }
}

struct Writer {
    random: fastrand::Rng,
    open: bool,
    text: String,
    names: u32,
    /// Calls with side effects that the full expression at hand may still have.
    calls: u32,
}

/// Global numbers.
const GLOBALS: usize = 3;

impl Writer {
    fn one_in(&mut self, n: u32) -> bool {
        self.random.u32(0..n) == 0
    }
    fn name(&mut self, base: &str) -> String {
        self.names += 1;
        format!("{base}{}", self.names)
    }
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 2 * (depth + 1));
    }
    /// Objects and functions that everything uses.
    fn header(&mut self) {
        let (a, b, c) = (self.random.u32(0..9), self.random.u32(1..9), self.random.u32(2..7));
        self.text = format!(
            "static int @g0 = {a}, @g1 = {b}, @g2, @a[4] = {{3, 1, 4, 1}}, *@p = @a;\n\
             struct @pair {{ int x, y; }};\n\
             static int @tick(void) {{ return ++@g0; }}\n\
             static int @step(int n) {{ @g1 = (@g1 * {c} + n) % 50; return @g1; }}\n\
             static int @swap(void) {{ int t = @g1; @g1 = @g2; @g2 = t; return t; }}\n\
             static int *@place(int n) {{ @p = @a + (n & 3); return @p; }}\n\
             static int @store(int n) {{ @a[n & 3] = @g2 + {b}; return n & 3; }}\n\
             static int @minus(int x, int y) {{ return x % 100 - 2 * (y % 100); }}\n\
             static int @three(int x, int y, int z) {{ return x % 10 + 10 * (y % 10) + 100 * (z % 10); }}\n\
             static struct @pair @both(int x, int y) {{ struct @pair p = {{x, y}}; return p; }}\n\
             static int @order(const void *a, const void *b) {{ int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }}\n\
             static void @set(int some, int *to) {{ if (some > {b}) *to = some; }}\n"
        );
    }
    fn statement(&mut self, depth: usize) {
        self.calls = if self.open { 3 } else { 1 };
        match self.random.u32(0..16) {
            0 | 1 => {
                let e = self.number(3);
                self.line(depth, &format!("see({e});"));
            }
            2 => self.assignment(depth),
            3 | 4 => self.unset(depth),
            5 => self.parts(depth),
            6 => self.heap(depth),
            7 | 8 => self.texts(depth),
            9 => self.printed(depth),
            10 => self.scanned(depth),
            11 => self.sorted(depth),
            12 => self.initialised(depth),
            13 if depth < 2 => self.choice(depth),
            14 if depth < 2 => self.repetition(depth),
            _ => {
                let e = self.number(2);
                self.line(depth, &format!("see({e});"));
            }
        }
    }
    fn choice(&mut self, depth: usize) {
        let condition = self.number(2);
        self.line(depth, &format!("if ({condition}) {{"));
        self.statement(depth + 1);
        if self.random.bool() {
            self.line(depth, "} else {");
            self.statement(depth + 1);
        }
        self.line(depth, "}");
    }
    fn repetition(&mut self, depth: usize) {
        let (i, most) = (self.name("i"), self.random.u32(1..4));
        self.line(depth, &format!("for (int {i} = 0; {i} < {most}; {i}++) {{"));
        self.statement(depth + 1);
        self.line(depth, "}");
    }
}

#[cfg(test)]
mod tests {
    use super::sample;

    #[test]
    fn a_seed_determines_the_program_and_its_names_take_a_prefix() {
        for seed in 0..200 {
            let (one, other) = (sample(seed), sample(seed));
            assert_eq!(one.text, other.text);
            assert!(!one.named("p7_").contains('@') && one.named("p7_").contains("static void p7_run(void)"));
        }
    }
}
