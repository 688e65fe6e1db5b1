-- Aggregates of every form: positional, named, ranges, choices, `others`, nested, of strings.
-- run: cairn check %s
-- others: proved 16

procedure Aggregates (N : Integer) is
   type Vector is array (Positive range <>) of Integer;
   type Color is (Red, Green, Blue);
   type Mix is array (Color) of Natural;
   A : constant Vector := (1, 2, 3);
   B : constant Vector := (5 => 50, 6 => 60, 7 => 70);
   C : Vector (1 .. 6) := (1 | 3 => 7, 4 .. 5 => 8, others => 0);
   M : constant Mix := (Red .. Green => 1, others => 2);
   D : Vector (1 .. 4) := (N, N, others => 0);
   E : Mix := (Green => 4, others => <>);
   F : constant array (1 .. 2) of String (1 .. 2) := ("ab", "cd");
begin
   pragma Assert (A'First = 1 and A'Last = 3 and B'First = 5 and B'Last = 7);
   pragma Assert (C = (7, 0, 7, 8, 8, 0));
   pragma Assert (M (Blue) = 2 and M (Green) = 1);
   pragma Assert (D (1) = D (2) and D (3) = D (4));
   pragma Assert (E (Green) = 4);
   pragma Assert (F (2) (1) = 'c');
   pragma Assert (Vector'(1 .. 3 => 9) = (9, 9, 9));
   pragma Assert (Vector'(for I in 1 .. 4 => I * I) (3) = 9);
   C (2 .. 3) := (1, 2);
   pragma Assert (C (2) + C (3) = 3);
end Aggregates;
