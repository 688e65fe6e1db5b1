-- The last element is overwritten by what is looked for, so the search needs no test for the end.
-- run: cairn check %s
-- others: proved 7

with Vectors; use Vectors;

procedure Sentinel_Search (Data : Vector; Key : Integer) is
   A : Vector (Data'Range) := Data;
   I : Positive;
begin
   if A'Length > 0 then
      A (A'Last) := Key;
      I := A'First;
      while A (I) /= Key loop
         I := I + 1;
      end loop;
      pragma Assert (I <= A'Last); --~ proved assertion
   end if;
end Sentinel_Search;
