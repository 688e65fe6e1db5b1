-- Nothing before the place that was found is what was looked for.
-- run: cairn check %s
-- others: proved 3

with Vectors; use Vectors;

procedure Find_First (A : Vector; Key : Integer) is
   Found : Natural := 0;
begin
   for I in A'Range loop
      if A (I) = Key then
         Found := I;
         exit;
      end if;
   end loop;
   if Found > 0 then
      for J in A'First .. Found - 1 loop
         pragma Assert (A (J) /= Key); --~ proved assertion
      end loop;
   end if;
end Find_First;
