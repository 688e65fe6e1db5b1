-- After ten iterations nothing is added any more.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

procedure Sum_By_Two_Stops (N : Natural) is
   Sum : Natural := 0;
begin
   if N <= 1_000_000 then
      for I in 1 .. N loop
         if I <= 10 then
            Sum := Sum + 2;
         end if;
      end loop;
      pragma Assert (Sum = 2 * N); --~ violated assertion
   end if;
end Sum_By_Two_Stops;
