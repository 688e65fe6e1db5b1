-- Steps of two from an odd number do meet 27.
-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Odd_Counter (Limit : Natural) is
   X : Natural := 1;
begin
   if Limit < 1_000_000 then
      while X < Limit loop
         X := X + 2;
         pragma Assert (X /= 27); --~ violated assertion
      end loop;
   end if;
end Odd_Counter;
