//! Conditions on types and contracts that fail now and then: predicates of records, invariants, null procedures with
//! contracts, generic formal variables, parameters that are parts of one array, and values behind exceptions.
//!
//! One block with declarations of its own, so that nothing else of the program depends on them.

use super::Generator;

impl Generator {
    pub fn condition_block(&mut self) {
        self.line("declare");
        self.indent += 1;
        let (first, second, limit, divisor) = (self.small(), self.small(), self.small() + 5, self.random.i32(2..4));
        for text in [
            format!("subtype Even is Integer with Dynamic_Predicate => Even mod {divisor} = 0;"),
            "type Row is array (1 .. 3) of Integer;".into(),
            "type Pair is record L, R : Integer; end record with Dynamic_Predicate => Pair.L <= Pair.R;".into(),
            "package Held is".into(),
            "   type Thing is private with Type_Invariant => Good (Thing);".into(),
            "   function Good (X : Thing) return Boolean;".into(),
            "   procedure Set (X : in out Thing; To : Integer);".into(),
            "   function Get (X : Thing) return Integer;".into(),
            "private".into(),
            "   type Thing is record V : Integer := 1; end record;".into(),
            format!("   function Good (X : Thing) return Boolean is (X.V < {limit});"),
            "   function Get (X : Thing) return Integer is (X.V);".into(),
            "end Held;".into(),
            "package body Held is".into(),
            "   procedure Set (X : in out Thing; To : Integer) is begin X.V := To; end Set;".into(),
            "end Held;".into(),
            format!("procedure Lemma (X : Integer; Y : Even) with Pre => X < {limit};"),
            "procedure Lemma (X : Integer; Y : Even) is null;".into(),
            "procedure Order (X : in out Pair; To : Integer) is begin X.L := To; end Order;".into(),
            "procedure Move (From : in Integer; To : in out Integer) is begin To := To + From; end Move;".into(),
            format!("function Twice (X : Pair) return Pair is ((X.L * 2, X.R - ({second})));"),
            "generic X : in out Integer; N : Even; procedure Bump;".into(),
            "procedure Bump is begin X := X + N; end Bump;".into(),
            format!("A : Row := ({first}, {second}, {first});"),
            format!("I : Integer := {};", self.random.i32(1..4)),
            "procedure Bump_It is new Bump (A (I), 0);".into(),
            format!("P : Pair := ({first}, {});", first + self.random.i32(0..4)),
            "T : Held.Thing;".into(),
            "E : Even := 0;".into(),
        ] {
            self.line(&text);
        }
        self.indent -= 1;
        self.line("begin");
        self.indent += 1;
        for _ in 0..self.random.usize(4..9) {
            let text = self.condition_statement();
            self.line(&text);
        }
        for shown in ["A (1)", "A (2)", "A (3)", "I", "P.L", "P.R", "Held.Get (T)", "E"] {
            self.line(&format!("Observer.Put (Long_Long_Integer ({shown}));"));
        }
        self.indent -= 1;
        if self.one_in(3) {
            self.line("exception");
            self.line("   when others => Observer.Put (99);");
        }
        self.line("end;");
    }

    fn small(&mut self) -> i32 {
        self.random.i32(-2..7)
    }

    fn condition_statement(&mut self) -> String {
        let (a, b) = (self.small(), self.small());
        let at = self.random.i32(1..4);
        match self.below(14) {
            0 => format!("I := {at};"),
            1 => "Bump_It;".into(),
            2 => format!("P := ({a}, {});", a + b),
            3 => format!("P.L := {a};"),
            4 => "P := Twice (P);".into(),
            5 => format!("Order (P, {a});"),
            6 => format!("Lemma ({a}, I * 2);"),
            7 => format!("Held.Set (T, {});", a + b),
            8 => format!("E := A (I) - ({a});"),
            9 => format!("Move (A ({at}), A (I));"),
            10 => {
                format!("declare X : Integer renames A (I + {}); begin I := 1; X := X + 1; end;", self.random.i32(0..2))
            }
            11 => format!("declare procedure Again is new Bump (A (I), {a}); begin I := {at}; Again; end;"),
            12 => "P := (P with delta L => A (I));".into(),
            _ => format!("pragma Assert (A (I) /= {a} and then Pair'(P).R >= {b});"),
        }
    }
}
