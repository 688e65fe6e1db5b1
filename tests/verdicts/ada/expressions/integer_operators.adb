-- `/`, `rem` and `mod` for every sign, `**`, `abs`: Ada's meaning.
-- run: cairn check %s
-- others: proved 51

procedure Integer_Operators (A, B : Integer) is
   X : Integer := -7;
   Y : Integer := 3;
begin
   pragma Assert (X / Y = -2 and X rem Y = -1 and X mod Y = 2);
   pragma Assert (X / (-Y) = 2 and X rem (-Y) = -1 and X mod (-Y) = -1);
   pragma Assert ((-X) / Y = 2 and (-X) mod (-Y) = -2);
   pragma Assert (X ** 2 = 49 and X ** 3 = -343 and X ** 0 = 1 and 0 ** 0 = 1);
   pragma Assert (-Y ** 2 = -9 and abs X = 7 and - abs X = X);
   pragma Assert (+X = -7 and -X mod Y = -2);
   if A in -20 .. 20 and B in -6 .. 6 and B /= 0 then
      pragma Assert (A = (A / B) * B + A rem B);
      pragma Assert (abs (A rem B) < abs B and (A rem B = 0 or (A rem B < 0) = (A < 0)));
      pragma Assert (abs (A mod B) < abs B and (A mod B = 0 or (A mod B < 0) = (B < 0)));
   end if;
end Integer_Operators;
