-- A copy made element by element equals what it was made from, whatever the bounds are.
-- run: cairn check %s
-- others: proved 6

with Vectors; use Vectors;

procedure Copy_Whole (A : Vector) is
   B : Vector (A'Range) := (others => 0);
begin
   for I in A'Range loop
      B (I) := A (I);
   end loop;
   for I in A'Range loop
      pragma Assert (B (I) = A (I)); --~ proved assertion
   end loop;
end Copy_Whole;
