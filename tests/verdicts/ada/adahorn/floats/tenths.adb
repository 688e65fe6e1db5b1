-- Ten tenths are not one: no Float is a tenth.
-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Tenths is
   Sum : Float := 0.0;
begin
   for I in 1 .. 10 loop
      Sum := Sum + 0.1;
   end loop;
   pragma Assert (Sum in 0.9 .. 1.1); --~ proved assertion
   pragma Assert (Sum = 1.0); --~ violated assertion
end Tenths;
