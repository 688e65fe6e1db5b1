-- One step of Newton's iteration for a zero of the sine, begun near zero, comes nearer.
-- run: cairn check %s
-- others: proved 12

procedure Newton_Sine (Start : Float) is
   function Sine (X : Float) return Float is (X - X ** 3 / 6.0);
   function Slope (X : Float) return Float is (1.0 - X ** 2 / 2.0);
   X : Float;
begin
   if Start in -0.2 .. 0.2 then
      X := Start - Sine (Start) / Slope (Start);
      pragma Assert (abs X < 0.1); --~ proved assertion
   end if;
end Newton_Sine;
