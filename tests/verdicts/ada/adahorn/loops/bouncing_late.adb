-- Here the turn comes one step too late.
-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Bouncing_Late (Steps : Natural) is
   X  : Integer := 0;
   Up : Boolean := True;
begin
   for I in 1 .. Steps loop
      if Up then
         X := X + 1;
      else
         X := X - 1;
      end if;
      if X > 10 then
         Up := False;
      elsif X <= 0 then
         Up := True;
      end if;
      pragma Assert (X in 0 .. 10); --~ violated assertion
   end loop;
end Bouncing_Late;
