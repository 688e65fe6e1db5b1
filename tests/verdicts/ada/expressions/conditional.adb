-- If, case, declare and quantified expressions.
-- run: cairn check %s
-- exit: 1
-- others: proved 13

procedure Conditional (N : Integer; Kind : Integer; Result : out Integer) is
   type Table is array (1 .. 5) of Integer;
   T : Table := (4, 8, 15, 16, 23);
   type Mode is (Off, Low, High);
   M : constant Mode := (if N > 10 then High elsif N > 0 then Low else Off);
   Power : constant Integer := (case M is when Off => 0, when Low => 5, when High => 100);
begin
   pragma Assert ((Power > 0) = (N > 0));
   pragma Assert (if N > 10 then Power = 100);
   pragma Assert ((for all I in 2 .. 5 => T (I) > T (I - 1)));
   pragma Assert ((for some X of T => X = 15) and not (for some X of T => X = 42));
   pragma Assert ((for all I in 5 .. 4 => False) and not (for some I in 5 .. 4 => True));
   Result := (declare
                Half : constant Integer := N / 2;
              begin
                Half + (if Half > 0 then -1 else 1));
   Result := (case Kind is
                when 0 => 1,
                when 1 .. 9 => 100 / Kind,
                when others => 100 / (Kind - 10)); --~ violated division-by-zero, violated overflow
end Conditional;
