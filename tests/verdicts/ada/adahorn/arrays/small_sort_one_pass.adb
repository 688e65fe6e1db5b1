-- One pass brings the greatest element to the end and does not sort the others.
-- run: cairn check %s
-- exit: 1
-- others: proved 9

with Vectors; use Vectors;

procedure Small_Sort_One_Pass (Data : Vector) is
   A    : Vector (1 .. 5);
   Kept : Integer;
begin
   if Data'Length = 5 then
      A := Data;
      for I in 1 .. 4 loop
         if A (I) > A (I + 1) then
            Kept := A (I);
            A (I) := A (I + 1);
            A (I + 1) := Kept;
         end if;
      end loop;
      pragma Assert (A (4) <= A (5)); --~ proved assertion
      for I in 1 .. 4 loop
         pragma Assert (A (I) <= A (I + 1)); --~ violated assertion
      end loop;
   end if;
end Small_Sort_One_Pass;
