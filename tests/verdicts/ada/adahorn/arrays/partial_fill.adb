-- The first K elements are set, the others are as they were.
-- run: cairn check %s
-- others: proved 1

procedure Partial_Fill (K : Natural) is
   type Table is array (1 .. 100_000) of Integer;
   A : Table := (others => 0);
begin
   if K <= Table'Last then
      for I in 1 .. K loop
         A (I) := 1;
      end loop;
      for I in Table'Range loop
         if I <= K then
            pragma Assert (A (I) = 1); --~ proved assertion
         else
            pragma Assert (A (I) = 0); --~ proved assertion
         end if;
      end loop;
   end if;
end Partial_Fill;
