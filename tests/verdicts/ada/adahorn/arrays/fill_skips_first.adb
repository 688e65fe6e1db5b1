-- The filling begins with the second element, so the first one keeps its old value.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

procedure Fill_Skips_First (N : Positive) is
   type Table is array (Positive range <>) of Integer;
begin
   if N <= 100_000 then
      declare
         A : Table (1 .. N) := (others => 0);
      begin
         for I in 2 .. N loop
            A (I) := 42;
         end loop;
         for I in A'Range loop
            pragma Assert (A (I) = 42); --~ violated assertion
         end loop;
      end;
   end if;
end Fill_Skips_First;
