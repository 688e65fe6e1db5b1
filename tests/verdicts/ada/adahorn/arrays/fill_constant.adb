-- An array of any length, filled with one value: afterwards every element has it.
-- run: cairn check %s
-- others: proved 6

procedure Fill_Constant (N : Positive) is
   type Table is array (Positive range <>) of Integer;
begin
   if N <= 100_000 then
      declare
         A : Table (1 .. N) := (others => 0);
         I : Positive := 1;
      begin
         while I <= N loop
            A (I) := 42;
            I := I + 1;
         end loop;
         for J in A'Range loop
            pragma Assert (A (J) = 42); --~ proved assertion
         end loop;
      end;
   end if;
end Fill_Constant;
