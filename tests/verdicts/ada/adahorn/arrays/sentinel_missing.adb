-- Nothing stops the search at the end of the array.
-- run: cairn check %s
-- exit: 1
-- others: proved 7

procedure Sentinel_Missing (N : Positive; Key : Integer) is
   type Table is array (Positive range <>) of Integer;
begin
   if N <= 1000 then
      declare
         A : Table (1 .. N) := (others => 0);
         I : Positive := 1;
      begin
         A (N / 2 + 1) := Key / 2;
         loop
            pragma Assert (I <= N); --~ violated assertion
            exit when A (I) = Key;
            I := I + 1;
         end loop;
      end;
   end if;
end Sentinel_Missing;
