-- The divisor is zero when both arguments are equal.
-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Divide_By_Difference (A, B : Natural) is
   D : constant Integer := A - B;
   Q : Integer;
begin
   Q := 1000 / D; --~ violated division-by-zero
   pragma Assert (Q in -1000 .. 1000); --~ proved assertion
end Divide_By_Difference;
