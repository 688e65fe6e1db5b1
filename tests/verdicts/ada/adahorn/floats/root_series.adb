-- The series of the square root of 1 + X.
-- run: cairn check %s
-- others: proved 14

procedure Root_Series (X : Float) is
   Root : Float;
begin
   if X in 0.0 .. 1.0 then
      Root := 1.0 + X * 0.5 - X ** 2 * 0.125 + X ** 3 * 0.0625 - X ** 4 * 0.039_062_5;
      pragma Assert (Root in 0.8 .. 1.6); --~ proved assertion
   end if;
end Root_Series;
