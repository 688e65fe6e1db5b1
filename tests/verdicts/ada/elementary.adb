-- Elementary functions give any value their specification allows.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

with Ada.Numerics.Elementary_Functions; use Ada.Numerics.Elementary_Functions;

procedure Elementary (X : Float) is
   S, L : Float;
begin
   S := Sin (X);
   pragma Assert (S <= 1.0 and S >= -1.0);
   pragma Assert (S > -1.0); --~ violated assertion
   if X > 0.0 and X < 100.0 then
      L := Log (X);
      pragma Assert (abs L < 20000.0);
      L := Exp (X); --~ violated precondition
   end if;
   pragma Assert (Cos (0.0) = 1.0);
end Elementary;
