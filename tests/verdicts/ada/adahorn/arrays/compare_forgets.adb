-- Each comparison overwrites the result of those before.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

with Vectors; use Vectors;

procedure Compare_Forgets (A, B : Vector) is
   Same : Boolean := True;
begin
   if A'First = B'First and A'Last = B'Last then
      for I in A'Range loop
         Same := A (I) = B (I);
      end loop;
      if Same then
         for I in A'Range loop
            pragma Assert (A (I) = B (I)); --~ violated assertion
         end loop;
      end if;
   end if;
end Compare_Forgets;
