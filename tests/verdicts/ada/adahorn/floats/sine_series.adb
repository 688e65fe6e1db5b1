-- Four terms of the sine's series keep within a generous bound.
-- run: cairn check %s
-- others: proved 21

procedure Sine_Series (X : Float) is
   Sine : Float;
begin
   if X in -1.57 .. 1.57 then
      Sine := X - X ** 3 / 6.0 + X ** 5 / 120.0 - X ** 7 / 5040.0;
      pragma Assert (Sine in -2.5 .. 2.5); --~ proved assertion
   end if;
end Sine_Series;
