-- Steps of seven do not meet the end exactly.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

procedure Two_Phases_Overshoot is
   X : Natural := 0;
begin
   while X < 100 loop
      if X < 50 then
         X := X + 1;
      else
         X := X + 7;
      end if;
   end loop;
   pragma Assert (X = 100); --~ violated assertion
end Two_Phases_Overshoot;
