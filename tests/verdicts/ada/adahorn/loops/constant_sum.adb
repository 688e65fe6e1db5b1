-- The sum of two counters is the same in every iteration.
-- run: cairn check %s
-- others: proved 4

procedure Constant_Sum (N : Natural; Stop : Integer) is
   X : Integer := 0;
   Y : Integer := N;
begin
   while Y > Stop loop
      exit when Y <= 0;
      pragma Assert (X + Y = N); --~ proved assertion
      X := X + 1;
      Y := Y - 1;
   end loop;
   pragma Assert (X + Y = N); --~ proved assertion
end Constant_Sum;
