-- The bound is lower than what the series reaches.
-- run: cairn check %s
-- exit: 1
-- others: proved 14

procedure Root_Series_Low (X : Float) is
   Root : Float;
begin
   if X in 0.0 .. 1.0 then
      Root := 1.0 + X * 0.5 - X ** 2 * 0.125 + X ** 3 * 0.0625 - X ** 4 * 0.039_062_5;
      pragma Assert (Root < 1.39); --~ violated assertion
   end if;
end Root_Series_Low;
