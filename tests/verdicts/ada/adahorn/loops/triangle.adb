-- The inner loop runs once more in each iteration of the outer one: the total grows faster than 2 N.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

procedure Triangle (N : Natural) is
   Count : Natural := 0;
begin
   if N <= 10 then
      for I in 1 .. N loop
         for J in 1 .. I loop
            Count := Count + 1;
         end loop;
      end loop;
      pragma Assert (Count <= 2 * N + 1); --~ violated assertion
   end if;
end Triangle;
