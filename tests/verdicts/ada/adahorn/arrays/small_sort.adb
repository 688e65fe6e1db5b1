-- Five elements, sorted by exchanging neighbours.
-- run: cairn check %s
-- others: proved 13

with Vectors; use Vectors;

procedure Small_Sort (Data : Vector) is
   A    : Vector (1 .. 5);
   Kept : Integer;
begin
   if Data'Length = 5 then
      A := Data;
      for Last in reverse 2 .. 5 loop
         for I in 1 .. Last - 1 loop
            if A (I) > A (I + 1) then
               Kept := A (I);
               A (I) := A (I + 1);
               A (I + 1) := Kept;
            end if;
         end loop;
      end loop;
      for I in 1 .. 4 loop
         pragma Assert (A (I) <= A (I + 1)); --~ proved assertion
      end loop;
   end if;
end Small_Sort;
