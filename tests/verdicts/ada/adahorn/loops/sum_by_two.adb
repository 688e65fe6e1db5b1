-- Adding 2 as often as N says gives twice N.
-- run: cairn check %s
-- others: proved 3

procedure Sum_By_Two (N : Natural) is
   Sum : Natural := 0;
begin
   if N <= 1_000_000 then
      for I in 1 .. N loop
         Sum := Sum + 2;
      end loop;
      pragma Assert (Sum = 2 * N); --~ proved assertion
   end if;
end Sum_By_Two;
