-- `goto` forwards and backwards, and as `continue`.
-- run: cairn check %s
-- others: proved 7

procedure Goto_Retry (Noise : Integer) is
   Tries : Natural := 0;
   Odd   : Natural := 0;
begin
   <<Again>>
   Tries := Tries + 1;
   if Tries < 4 and Noise mod 5 /= Tries then
      goto Again;
   end if;
   pragma Assert (Tries in 1 .. 4);
   pragma Assert (if Noise = 7 then Tries = 2);
   for I in 1 .. 6 loop
      if I mod 2 = 0 then
         goto Continue;
      end if;
      Odd := Odd + I;
      <<Continue>>
   end loop;
   pragma Assert (Odd = 9);
   goto Done;
   <<Done>>
   null;
end Goto_Retry;
