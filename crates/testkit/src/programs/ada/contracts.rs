//! Random programs about conditions and contracts: predicates, invariants, contracts, null procedures, generics, slices,
//! names with calls in them, exceptions in handlers, and parameters that overlap.
//!
//! Every program declares the same things with other numbers ([`super::settings`]) and takes a number of steps. A step gives
//! the variables new values, does one thing, shows what came of it, and handles what it raises by showing which exception it
//! was, so that one program compares many outcomes. The last step may stand without a handler. Deliberately absent: what
//! compilers may choose (composite values behind exceptions), and what GNAT 12 does not check although the manual asks for it
//! (invariants in nested packages and in instances outside of the package, predicates of formal subprograms) or evaluates
//! twice (the bounds of a slice that a loop goes through).

use super::Generator;

/// The text of a library procedure of this name.
pub fn ada_contracts(seed: u64, name: &str) -> String {
    let mut generator = Generator::new(seed ^ 0xC0_117AC7);
    generator.contracts_program(name);
    generator.lines.join("\n") + "\n"
}

/// What is shown behind every step.
const SHOWN: [&str; 14] =
    ["A (1)", "A (2)", "A (3)", "A (4)", "P.L", "P.R", "T.L", "T.R", "I", "E", "Count", "Held.Get (H)", "O.E", "N"];

impl Generator {
    fn contracts_program(&mut self, name: &str) {
        self.line("with Observer;");
        self.line(&format!("procedure {name} is"));
        self.indent += 1;
        for text in super::settings::declarations(&mut self.random) {
            self.line(&text);
        }
        self.indent -= 1;
        self.line("begin");
        self.indent += 1;
        for _ in 0..self.random.usize(6..14) {
            self.step(true);
        }
        if self.one_in(3) {
            self.step(false);
        }
        self.indent -= 1;
        self.line(&format!("end {name};"));
    }

    fn step(&mut self, handled: bool) {
        self.line("begin");
        self.indent += 1;
        let (a, b, c) = (self.little(), self.little(), self.little());
        let (low, at) = (self.little(), self.random.i32(1..5));
        let even = 12 * self.random.i32(-1..3);
        self.line(&format!("Count := 0; I := {at}; E := {even}; N := {b}; Met := 0;"));
        self.line(&format!("A := ({a}, {b}, {c}, {});", a + b));
        self.line(&format!("P := ({low}, {}); T := ({a}, {b}); O.E := {even}; O.P := (0, 0); O.S := (1, 2, 3); Both := ((1, 2), (3, 4));", low + 1));
        self.line("Held.Reset (H); Held.Reset (W.A); Held.Reset (W.B);");
        let text = self.doing();
        self.line(&text);
        for shown in SHOWN {
            self.line(&format!("Observer.Put (Long_Long_Integer ({shown}));"));
        }
        self.indent -= 1;
        if handled {
            self.line("exception");
            self.line("   when Constraint_Error => Observer.Put (101);");
            self.line("   when Program_Error => Observer.Put (102);");
            self.line("   when Oops => Observer.Put (103);");
            self.line("   when others => Observer.Put (104);");
        }
        self.line("end;");
    }

    fn little(&mut self) -> i32 {
        self.random.i32(-3..8)
    }

    /// As a primary, also where it is negative.
    fn number(&mut self) -> String {
        let value = self.little();
        if value < 0 { format!("({value})") } else { value.to_string() }
    }

    fn doing(&mut self) -> String {
        match self.below(8) {
            0 => self.doing_records(),
            1 => self.doing_arrays(),
            2 => self.doing_invariants(),
            3 | 4 => self.doing_contracts(),
            5 => self.doing_generics(),
            6 => self.doing_exceptions(),
            _ => self.doing_names(),
        }
    }

    fn doing_records(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        self.choose(&[
            format!("P := ({a}, {b});"),
            format!("P.L := {a}; T := (P.R, P.L);"),
            format!("P.L := {a}; Use_Pair (P);"),
            format!("P.L := {a}; Q := P;"),
            format!("Set_Left (P, {a});"),
            format!("Set_Plain (T, {a}, {b}); Use_Tight (T);"),
            format!("declare X : Tight := (1, 9); begin Set_Plain (X, {a}, {b}); T := X; end;"),
            format!("declare X : Tight := (1, {a}); begin Fill_Tight (X, {b}); T := X; end;"),
            format!("P := Made ({a}, {b});"),
            format!("P := Slowly_Made ({a}, {b});"),
            format!("P := (P with delta R => {a});"),
            format!("P := (if I > 2 then ({a}, {b}) else ({b}, {a}));"),
            format!("P := (case I is when 1 => ({a}, 5), when 2 => (5, {a}), when others => P);"),
            format!("O.P := ({a}, {b}); P := O.P;"),
            format!("O := (P => (1, {a}), S => (others => {b}), E => O.E);"),
            "declare X : Outer; begin P := X.P; E := X.E; end;".into(),
            format!("Both (1).L := {a}; Show_Both (Both);"),
            format!("Both (2).L := {a}; P := Both (2);"),
            format!("Both := (others => ({a}, {b})); Both := ((1, 2), (1, 2));"),
            format!("declare X : Turned := Turned (T); begin X.L := {a}; Use_Turned (X); end;"),
            format!("if Plain'({a}, {b}) in Tight then N := 20; end if;"),
            format!("T := Tight'({a}, {b});"),
            format!("V := (D => True, A => {a}); N := V.A;"),
            format!("V := (D => False, B => {a}); N := V.A;"),
            format!("V := (True, {a}); Change (V, {b}); N := V.B;"),
            format!("E := {a}; E := E + {b};"),
            format!("O.E := {a} * {b};"),
            format!("Add (E, {a});"),
            format!("N := Half ({a});"),
            format!("for X of Odd_Ones'(1 => {a}, 2 => {b}) loop N := N + X; end loop;"),
            "for X in Picked loop N := N * 2 + X; end loop;".into(),
        ])
    }

    fn doing_arrays(&mut self) -> String {
        let (a, b) = (self.number(), self.random.i32(1..6));
        let at = self.random.i32(1..4);
        self.choose(&[
            format!("Use_Sorted (A ({at} .. {b}));"),
            "Use_Sorted (A);".into(),
            format!("A := Sorted (A) & {a};"),
            format!("A ({at} .. {at} + 1) := Sorted'({a}, {b});"),
            format!("A (1 .. 3) := Sorted_Of ({a}, {b}, {at});"),
            format!("declare X : Sorted (1 .. 2) := ({a}, {b}); begin X (1) := 50; Use_Sorted (X); end;"),
            format!("declare X : Sorted := A (1 .. {b}); begin A (1) := X'Length; end;"),
            format!("Clear (A ({at} .. {b}));"),
            format!("Mark (A ({at} .. {b}), {a});"),
            format!("Bump_All (A ({at} .. {b}));"),
            format!("Three_Only (A ({at} .. {b}));"),
            format!("Count_Down (A ({at} .. {b}));"),
            "Exchange (A (1 .. 2), A (3 .. 4));".into(),
            format!("Exchange (A (1 .. {at}), A ({b} .. 4));"),
            format!("Spoil_Sorted (A (1 .. 2), {a});"),
            format!("A := (A with delta {b} => {a});"),
            format!("A := (1 .. {at} => {a}, others => {b});"),
            format!("A := Row'(1 .. {b} => {a});"),
            format!("A (I) := Row'({a}, {b}) ({at});"),
            format!("N := Largest (A (1 .. {b}));"),
            format!("Elements (A ({at} .. {b}), {a});"),
            format!("A := (for K in 1 .. 4 => K * {a} - A (K));"),
            format!("if A (1 .. 2) & {a} = A (2 .. 4) or A (1 .. {at}) < A (2 .. 4) then N := 11; end if;"),
        ])
    }

    fn doing_invariants(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        self.choose(&[
            format!("Held.Set (H, {a});"),
            format!("Held.Set (H, {a}); Held.Set (H, {b});"),
            format!("H := Held.Make ({a});"),
            format!("Held.Set_Second (W, {a}); H := W.B;"),
            format!("Held.Set_Third (Z, {a}); H := Z (3);"),
            format!("N := Held.Peek (H, {a});"),
            format!("Held.Set_Inside (H, {a}, {b});"),
            format!("Held.Give (H, {a});"),
            format!("W := Held.Make_Both ({a}, {b}); H := W.A;"),
            format!("Held.Maybe (H, {a});"),
            "declare X : Held.Fresh; begin N := Held.Value (X); end;".into(),
            "declare X : array (1 .. 2) of Held.Fresh; begin N := Held.Value (X (2)); end;".into(),
            "declare type R is record F : Held.Fresh; end record; X : R; begin N := Held.Value (X.F); end;".into(),
            "declare type D is new Held.Fresh; X : D; begin N := Value (X); end;".into(),
            "declare X : Held.Thing; begin N := Held.Get (X); end;".into(),
        ])
    }

    fn doing_contracts(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        let (few, some, many) = (self.random.u32(0..5), self.random.u32(0..6), self.random.u32(0..8));
        self.choose(&[
            format!("Lemma ({a}, {b});"),
            format!("Ensured ({a});"),
            format!("By_Cases (N, {a});"),
            format!("N := Cases_Of ({a});"),
            format!("Renamed ({a}, N);"),
            format!("N := Expressed ({a});"),
            format!("Sealed.Step (N);  N := N + Sealed.Twice ({a});"),
            format!("N := Sealed.Twice ({a});"),
            format!("N := Down ({a});"),
            format!("N := Two_Ways ({}, {});", few, some),
            format!("Keep_Old (N, {a});"),
            format!("Old_Element (A, {});", many),
            format!("Old_Call (N, {a});"),
            format!("Give_Out (N, {a});"),
            format!("Early (N, {a});"),
            format!("Looping ({}, N);", many),
            format!("Varying ({}, N);", many),
            format!("pragma Assert (for all X of A => X /= {a});"),
            format!("pragma Assert (for some K in 1 .. 4 => A (K) = {a} and then K > {b});"),
            format!("pragma Assert (I /= {a} or else A (I) < {b}, \"message\");"),
            format!("Needs_Small ({a}); Needs_Small ({b});"),
            format!("N := Needs_Positive (Needs_Positive ({a}) - 3);"),
            format!("Watched ({a});"),
            format!("No_Way_Back ({a});"),
        ])
    }

    fn doing_generics(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        let at = self.random.i32(1..5);
        self.choose(&[
            format!("declare procedure B is new Bump (A (I), {a}); begin I := {at}; B; B; end;"),
            format!("declare procedure B is new Bump (E, {a}); begin B; end;"),
            format!("declare procedure B is new Bump (A (Next), {a}); begin B; B; end;"),
            format!("declare procedure B is new Bump (T.L, I); begin I := {at}; B; end;"),
            format!("declare procedure B is new Bump (O.P.L, {a}); begin B; P := O.P; end;"),
            format!("declare package C is new Cell (Integer, {a}); begin C.Put ({b}); N := C.Get; end;"),
            format!("declare package C is new Cell (Even, {a}); begin C.Put (E); N := C.Get; end;"),
            format!("declare package C is new Cell (Pair, ({a}, {b})); begin P := C.Get; end;"),
            format!("declare package C is new Cell (Low, {a}); begin C.Put ({b}); N := C.Get; end;"),
            format!("declare procedure G is new Twice_Do (Ensured); begin G ({a}); end;"),
            "declare procedure G is new Twice_Do; begin G (1); end;".into(),
            format!("declare function M is new Most (Row, \">\"); begin N := M (A) + {a}; end;"),
            format!("declare function M is new Most (Row, Below); begin N := M (A (1 .. {at})); end;"),
            format!("declare function F is new Checked_Add (Low); begin N := F ({a}, {b}); end;"),
            format!("declare X : Integer renames A (I); begin I := {at}; X := {a}; end;"),
            format!("declare X : Integer renames A (I + {at}); begin I := 1; X := X + 1; end;"),
            format!("declare X : Pair renames Both (Next); begin X.L := {a}; Use_Pair (X); end;"),
        ])
    }

    fn doing_exceptions(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        self.choose(&[
            format!("begin P := ({a}, {b}); exception when others => N := 31; raise; end;"),
            format!("begin raise Oops; exception when Oops => begin N := 10 / (Count + {a}); exception when others => N := 32; end; raise; end;"),
            format!("begin Careful ({a}, N); exception when Oops => N := N + 33; end;"),
            format!("begin Needs_Small ({a}); exception when others => begin Needs_Small ({b}); exception when others => N := 34; end; end;"),
            format!("N := Handled ({a});"),
            format!("N := (if A (1) > {a} then raise Oops else {b});"),
            format!("N := Strict ({a});"),
            format!("begin E := Strict ({a}); exception when Constraint_Error => N := 35; when Program_Error => N := 36; end;"),
            format!("begin N := Choosy ({a}); exception when Constraint_Error => N := 37; when Oops => N := 38; end;"),
            format!("declare X : Integer := Handled ({a}); begin N := X; raise Oops; exception when Oops => N := N + {b}; end;"),
        ])
    }

    fn doing_names(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        let (few, some) = (self.random.u32(0..5), self.random.u32(0..6));
        self.choose(&[
            format!("Add (A (Next), {a});"),
            format!("A (Next) := {a};"),
            format!("A (Next + {a}) := {b};"),
            "Add (A (A (Next)), 1);".into(),
            format!("Clear (A (Next .. {}));", some),
            format!("A (Next .. {}) := (others => {a});", few),
            "Set_Left (Both (Next), 1); P := Both (1);".into(),
            format!("Both (Next).R := {a}; P := Both (1);"),
            "for X of Numbers loop N := N + X; end loop;".into(),
            format!("for X of A (I .. {few}) loop X := X + 1; end loop;"),
            format!("N := Numbers ({});", some),
            format!("N := Integer'Max (Next, {a}) + A'Length + Numbers (2);"),
            "if Next in 1 .. 3 | 7 then N := Count; end if;".into(),
            format!("case Next is when 1 => N := {a}; when others => N := {b}; end case;"),
            format!("if A (1) = {a} and Count = 0 then Hidden_Write (A, {b}); end if;"),
            format!("if A (2) = {a} then Overlap (A (1), A, {b}); end if;"),
        ])
    }
}
