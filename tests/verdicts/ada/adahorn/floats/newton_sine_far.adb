-- Begun farther away, one step is not enough.
-- run: cairn check %s
-- exit: 1
-- others: proved 12

procedure Newton_Sine_Far (Start : Float) is
   function Sine (X : Float) return Float is (X - X ** 3 / 6.0);
   function Slope (X : Float) return Float is (1.0 - X ** 2 / 2.0);
   X : Float;
begin
   if Start in -0.8 .. 0.8 then
      X := Start - Sine (Start) / Slope (Start);
      pragma Assert (abs X < 0.1); --~ violated assertion
   end if;
end Newton_Sine_Far;
