-- A violation that needs 50,000 rounds.
-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Far_Away (Limit : Natural) is
   Sum : Natural := 0;
begin
   if Limit > 50_000 then
      return;
   end if;
   for I in 1 .. Limit loop
      Sum := Sum + 43_000; --~ violated overflow
   end loop;
end Far_Away;
