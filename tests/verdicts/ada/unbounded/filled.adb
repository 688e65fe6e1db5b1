--  Every element of a prefix whose length is a parameter.
--  run: cairn check %s
-- others: proved 5
procedure Filled (N : in Integer; R : out Integer) is
   type Table is array (1 .. 1000) of Integer;
   A : Table;
begin
   R := 0;
   if N in 1 .. 1000 then
      for I in 1 .. N loop
         A (I) := 7;
      end loop;
      for I in 1 .. N loop
         pragma Assert (A (I) = 7);
      end loop;
      R := A (N);
      pragma Assert (R = 7);
   end if;
end Filled;
