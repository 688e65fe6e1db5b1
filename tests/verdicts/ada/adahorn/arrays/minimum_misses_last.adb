-- The search for the least element leaves out the last one.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

with Vectors; use Vectors;

procedure Minimum_Misses_Last (A : Vector) is
   Least : Integer;
   I     : Integer;
begin
   if A'Length > 0 then
      Least := A (A'First);
      I := A'First;
      while I < A'Last loop
         Least := Integer'Min (Least, A (I));
         I := I + 1;
      end loop;
      for J in A'Range loop
         pragma Assert (Least <= A (J)); --~ violated assertion
      end loop;
   end if;
end Minimum_Misses_Last;
