-- Written from the far end: element I stands at N + 1 - I afterwards.
-- run: cairn check %s
-- others: proved 11

with Vectors; use Vectors;

procedure Reverse_Copy (A : Vector) is
   N : constant Natural := A'Length;
begin
   if A'First = 1 and N <= 100_000 then
      declare
         B : Vector (1 .. N) := (others => 0);
      begin
         for I in 1 .. N loop
            B (N + 1 - I) := A (I);
         end loop;
         for I in 1 .. N loop
            pragma Assert (B (I) = A (N + 1 - I)); --~ proved assertion
         end loop;
      end;
   end if;
end Reverse_Copy;
