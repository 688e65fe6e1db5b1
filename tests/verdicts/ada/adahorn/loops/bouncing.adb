-- A position that turns round at both ends stays between them, for ever.
-- run: cairn check %s
-- others: proved 2

procedure Bouncing (Width : Positive) is
   X  : Integer := 0;
   Up : Boolean := True;
begin
   loop
      if Up then
         X := X + 1;
      else
         X := X - 1;
      end if;
      if X = Width then
         Up := False;
      elsif X = 0 then
         Up := True;
      end if;
      pragma Assert (X in 0 .. Width); --~ proved assertion
   end loop;
end Bouncing;
