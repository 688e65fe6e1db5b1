-- The last element is not copied.
-- run: cairn check %s
-- exit: 1
-- others: proved 7

with Vectors; use Vectors;

procedure Copy_Stops_Early (A : Vector) is
   B : Vector (A'Range) := (others => 0);
begin
   if A'Length > 0 then
      for I in A'First .. A'Last - 1 loop
         B (I) := A (I);
      end loop;
      for I in A'Range loop
         pragma Assert (B (I) = A (I)); --~ violated assertion
      end loop;
   end if;
end Copy_Stops_Early;
