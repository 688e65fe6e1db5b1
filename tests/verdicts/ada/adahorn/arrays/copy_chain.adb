-- From the first table to the second, from there to the third: the ends of the chain agree. The size
-- is fixed, but too large for unrolling the loops.
-- run: cairn check %s
-- others: proved 0

procedure Copy_Chain (Seed : Integer) is
   Size : constant := 100_000;
   type Table is array (1 .. Size) of Integer;
   A : Table := (others => Seed);
   B : Table := (others => 0);
   C : Table := (others => 1);
begin
   A (Size / 2) := 17;
   for I in Table'Range loop
      B (I) := A (I);
   end loop;
   for I in Table'Range loop
      C (I) := B (I);
   end loop;
   for I in Table'Range loop
      pragma Assert (C (I) = A (I)); --~ proved assertion
   end loop;
end Copy_Chain;
