-- 1 + 1/2 + 1/4 + … does not exceed 2, after any number of terms.
-- run: cairn check %s
-- others: proved 3

procedure Geometric_Sum (Terms : Natural) is
   Sum : Float := 0.0;
begin
   for I in 1 .. Terms loop
      Sum := Sum / 2.0 + 1.0;
      pragma Assert (Sum in 1.0 .. 2.0); --~ proved assertion
   end loop;
end Geometric_Sum;
