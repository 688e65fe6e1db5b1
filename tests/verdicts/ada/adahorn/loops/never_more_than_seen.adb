-- Not more letters are counted than were looked at.
-- run: cairn check %s
-- others: proved 4

procedure Never_More_Than_Seen (Text : String) is
   Seen, Letters : Natural := 0;
begin
   for C of Text loop
      Seen := Seen + 1;
      if C in 'a' .. 'z' | 'A' .. 'Z' then
         Letters := Letters + 1;
      end if;
      pragma Assert (Letters <= Seen); --~ proved assertion
   end loop;
   pragma Assert (Letters <= Text'Length); --~ proved assertion
end Never_More_Than_Seen;
