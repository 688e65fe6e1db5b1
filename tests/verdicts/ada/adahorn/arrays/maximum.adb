-- No element is greater than the greatest one.
-- run: cairn check %s
-- others: proved 4

with Vectors; use Vectors;

procedure Maximum (A : Vector) is
   Greatest : Integer;
begin
   if A'Length > 0 then
      Greatest := A (A'First);
      for I in A'Range loop
         if A (I) > Greatest then
            Greatest := A (I);
         end if;
      end loop;
      for I in A'Range loop
         pragma Assert (A (I) <= Greatest); --~ proved assertion
      end loop;
   end if;
end Maximum;
