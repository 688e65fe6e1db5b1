--  finished
procedure Reals is
   type Money is delta 0.01 digits 10;
   type Fix is delta 0.125 range -100.0 .. 100.0;
   X : Float := 0.1;
   Y : Long_Float := 2.5;
   M : Money := 12.34;
   F : Fix := 1.5;
   I : Integer;
begin
   X := X + 0.2;
   pragma Assert (X > 0.29 and X < 0.31);
   I := Integer (Y);
   pragma Assert (I = 3);
   I := Integer (-Y);
   pragma Assert (I = -3);
   Y := Y ** 2;
   pragma Assert (Y = 6.25);
   pragma Assert (Long_Float'Floor (Y) = 6.0 and Long_Float'Ceiling (Y) = 7.0);
   pragma Assert (Long_Float (I) = -3.0);
   M := M + 0.66;
   pragma Assert (M = 13.00);
   M := M * 2;
   pragma Assert (M = 26.0);
   F := F * 2;
   pragma Assert (F = 3.0);
   F := Fix (F * F);
   pragma Assert (F = 9.0);
   F := Fix (F / Fix'(2.0));
   pragma Assert (F = 4.5);
   I := Integer (F);
   pragma Assert (I = 5);
   F := Fix (I);
   pragma Assert (F = 5.0);
   pragma Assert (abs (-X) = X);
end Reals;
