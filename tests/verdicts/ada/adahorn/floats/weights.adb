-- Divided by their sum, weights become shares of one.
-- run: cairn check %s
-- others: proved 3

procedure Weights (A, B : Float) is
   Sum, Share : Float;
begin
   if A in 0.0 .. 100.0 and B in 1.0 .. 100.0 then
      Sum := A + B;
      Share := A / Sum;
      pragma Assert (Share in 0.0 .. 1.0); --~ proved assertion
   end if;
end Weights;
