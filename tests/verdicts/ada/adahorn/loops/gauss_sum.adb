-- The sum of the numbers from 1 to N, for every N up to thirty.
-- run: cairn check %s
-- others: proved 5

procedure Gauss_Sum (N : Natural) is
   Sum : Natural := 0;
begin
   if N <= 30 then
      for I in 1 .. N loop
         Sum := Sum + I;
      end loop;
      pragma Assert (2 * Sum = N * (N + 1)); --~ proved assertion
   end if;
end Gauss_Sum;
