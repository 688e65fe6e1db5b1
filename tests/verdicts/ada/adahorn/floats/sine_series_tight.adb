-- The sine does come nearer to 1 than that.
-- run: cairn check %s
-- exit: 1
-- others: proved 12

procedure Sine_Series_Tight (X : Float) is
   Sine : Float;
begin
   if X in -1.57 .. 1.57 then
      Sine := X - X ** 3 / 6.0 + X ** 5 / 120.0;
      pragma Assert (Sine < 0.99); --~ violated assertion
   end if;
end Sine_Series_Tight;
