-- Two fillings that should divide the table meet in one element: the second takes it from the first.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

procedure Partial_Fill_Overlaps (K : Positive) is
   type Table is array (1 .. 100) of Integer;
   A : Table := (others => 0);
begin
   if K <= Table'Last then
      for I in 1 .. K loop
         A (I) := 1;
      end loop;
      for I in K .. Table'Last loop
         A (I) := 2;
      end loop;
      for I in 1 .. K loop
         pragma Assert (A (I) = 1); --~ violated assertion
      end loop;
   end if;
end Partial_Fill_Overlaps;
