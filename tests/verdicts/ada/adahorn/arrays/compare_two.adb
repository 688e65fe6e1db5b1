-- Where the comparison finds no difference, there is none.
-- run: cairn check %s
-- others: proved 4

with Vectors; use Vectors;

procedure Compare_Two (A, B : Vector) is
   Same : Boolean := True;
begin
   if A'First = B'First and A'Last = B'Last then
      for I in A'Range loop
         if A (I) /= B (I) then
            Same := False;
         end if;
      end loop;
      if Same then
         for I in A'Range loop
            pragma Assert (A (I) = B (I)); --~ proved assertion
         end loop;
      end if;
   end if;
end Compare_Two;
