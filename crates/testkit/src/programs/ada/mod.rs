//! Random Ada main programs that GNAT accepts and that come to an end, to compare the front end with GNAT.
//!
//! - [`types`]: the types of a program and their literals; [`scalars`], [`booleans`], [`composites`]:
//!   expressions; [`statements`]; [`subprograms`]: subprograms, packages and generics; [`conditions`]: conditions on
//!   types and contracts that fail now and then;
//! - [`contracts`], [`settings`]: programs of their own about conditions and contracts, step by step.
//!
//! A program shows what it computes by calling `Observer.Put` and `Observer.Put_Real`, whose body belongs to
//! whoever runs it. Invariants: every variable has a value before it is read; every loop has a fixed limit;
//! statements stand on one line, so that the line of an exception says which failed; nothing depends on the
//! order in which operands are evaluated or on whether parameters are passed by copy (calls stand alone on
//! the right of an assignment, subprograms change no composite object but their own). Floats stay far from
//! overflow, about which GNAT's hardware types say nothing.
//!
//! Deliberately absent: access, tagged and task types, `goto`, and anything the language leaves open.

mod booleans;
mod composites;
mod conditions;
mod contracts;
mod reduce;
mod scalars;
mod settings;
mod statements;
mod subprograms;
mod types;

pub use contracts::ada_contracts;
pub use reduce::reduce_lines;

use types::{Kind, Type};

/// Index into the table of types.
type Ty = usize;

/// The specification that all programs use.
pub const OBSERVER: &str = "\
package Observer is
   Value : Long_Long_Integer := 0;
   Real  : Long_Float := 0.0;
   procedure Put (Item : Long_Long_Integer);
   procedure Put_Real (Item : Long_Float);
end Observer;
";

/// A body that keeps what was put, for an interpreter that watches variables.
pub const OBSERVER_KEEPS: &str = "\
package body Observer is
   procedure Put (Item : Long_Long_Integer) is
   begin
      Value := Item;
   end Put;
   procedure Put_Real (Item : Long_Float) is
   begin
      Real := Item;
   end Put_Real;
end Observer;
";

/// A body that prints, one value a line; real values as their bits.
pub const OBSERVER_PRINTS: &str = "\
with Ada.Text_IO;
with Ada.Unchecked_Conversion;
package body Observer is
   function Bits is new Ada.Unchecked_Conversion (Long_Float, Long_Long_Integer);
   procedure Put (Item : Long_Long_Integer) is
   begin
      Ada.Text_IO.Put_Line (Long_Long_Integer'Image (Item));
   end Put;
   procedure Put_Real (Item : Long_Float) is
   begin
      Ada.Text_IO.Put_Line (\"f\" & Long_Long_Integer'Image (Bits (Item)));
   end Put_Real;
end Observer;
";

/// The text of a library procedure of this name.
pub fn ada(seed: u64, name: &str) -> String {
    let mut generator = Generator::new(seed);
    generator.program(name);
    generator.lines.join("\n") + "\n"
}

/// An object in scope.
#[derive(Clone)]
struct Object {
    name: String,
    ty: Ty,
    /// Declared outside the subprogram being written.
    global: bool,
    assignable: bool,
}

/// A subprogram that may be called.
#[derive(Clone)]
struct Subprogram {
    name: String,
    parameters: Vec<Parameter>,
    result: Option<Ty>,
}

#[derive(Clone)]
struct Parameter {
    name: String,
    ty: Ty,
    mode: &'static str,
    has_default: bool,
}

struct Generator {
    random: fastrand::Rng,
    lines: Vec<String>,
    indent: usize,
    types: Vec<Type>,
    objects: Vec<Object>,
    subprograms: Vec<Subprogram>,
    /// Functions that can be called anywhere: without effect, and they raise nothing.
    harmless: Vec<Subprogram>,
    exceptions: Vec<String>,
    /// Names of the loops around.
    loops: Vec<String>,
    loop_depth: usize,
    names: usize,
    /// Aggregates have no context that gives `others` its bounds.
    without_others: bool,
    /// Inside a subprogram: only its own composite objects may change.
    inside: bool,
    /// What `return` must give inside a function.
    returns: Option<Ty>,
}

impl Generator {
    fn new(seed: u64) -> Self {
        Self {
            random: fastrand::Rng::with_seed(seed ^ 0x5EED_0ADA),
            lines: Vec::new(),
            indent: 0,
            types: Vec::new(),
            objects: Vec::new(),
            subprograms: Vec::new(),
            harmless: Vec::new(),
            exceptions: Vec::new(),
            loops: Vec::new(),
            loop_depth: 0,
            names: 0,
            without_others: false,
            inside: false,
            returns: None,
        }
    }

    fn program(&mut self, name: &str) {
        self.line("with Observer;");
        self.line("with Interfaces; use type Interfaces.Unsigned_8;");
        self.line(&format!("procedure {name} is"));
        self.indent += 1;
        self.declare_types();
        for _ in 0..2 {
            let exception = self.name("Oops");
            self.line(&format!("{exception} : exception;"));
            self.exceptions.push(exception);
        }
        for _ in 0..self.random.usize(2..7) {
            self.declare_object();
        }
        self.declare_subprograms();
        for _ in 0..self.random.usize(1..5) {
            self.declare_object();
        }
        self.indent -= 1;
        self.line("begin");
        self.indent += 1;
        for _ in 0..self.random.usize(3..8) {
            self.statement(3);
        }
        if self.one_in(2) {
            self.condition_block();
        }
        self.show_objects();
        self.indent -= 1;
        self.line(&format!("end {name};"));
    }

    /// Shows the values of everything in scope.
    fn show_objects(&mut self) {
        for object in self.objects.clone() {
            self.show(&object.name, object.ty);
        }
    }

    // ---- text ----

    fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "   ".repeat(self.indent)));
    }
    fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}_{}", self.names)
    }

    // ---- chance ----

    fn one_in(&mut self, n: u32) -> bool {
        self.random.u32(0..n) == 0
    }
    fn below(&mut self, n: usize) -> usize {
        self.random.usize(0..n)
    }
    fn choose<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.random.usize(0..items.len())].clone()
    }

    // ---- scopes ----

    fn declare(&mut self, name: &str, ty: Ty, assignable: bool) {
        self.objects.push(Object { name: name.into(), ty, global: false, assignable });
    }

    /// A variable or constant with an initial value.
    fn declare_object(&mut self) {
        let candidates: Vec<Ty> = (0..self.types.len()).filter(|&t| self.types[t].has_objects()).collect();
        let ty = self.choose(&candidates);
        self.declare_object_of(ty);
    }

    fn declare_object_of(&mut self, ty: Ty) {
        let name = self.name("V");
        let (shown, definite) = self.definite(ty);
        let mut constant = self.one_in(6);
        let mut value = self.initial(definite);
        // A constant with a literal value would make expressions static.
        if constant && self.is_scalar(ty) {
            match self.place(self.types[ty].root, false) {
                Some((place, _)) => value = place,
                None => constant = false,
            }
        }
        let word = if constant { "constant " } else { "" };
        self.line(&format!("{name} : {word}{shown} := {value};"));
        self.declare(&name, definite, !constant);
    }

    fn kind(&self, ty: Ty) -> &Kind {
        &self.types[self.types[ty].root].kind
    }
}
