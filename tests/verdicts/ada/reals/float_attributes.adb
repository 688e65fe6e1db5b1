-- Rounding attributes of floating types.
-- run: cairn check %s
-- others: proved 19

procedure Float_Attributes is
   X : Float := 2.5;
   Y : Float := -2.5;
   Z : Float := 7.0;
begin
   pragma Assert (Float'Floor (X) = 2.0 and Float'Floor (Y) = -3.0);
   pragma Assert (Float'Ceiling (X) = 3.0 and Float'Ceiling (Y) = -2.0);
   pragma Assert (Float'Rounding (X) = 3.0 and Float'Rounding (Y) = -3.0);
   pragma Assert (Float'Truncation (X) = 2.0 and Float'Truncation (Y) = -2.0);
   pragma Assert (Float'Unbiased_Rounding (X) = 2.0);
   pragma Assert (Float'Remainder (Z, 4.0) = -1.0);
   pragma Assert (Float'Machine (X) = X and Float'Min (X, Y) = Y and Float'Max (X, Y) = X);
   pragma Assert (abs Y = X and -Y = X and X ** 2 = 6.25 and X ** (-1) = 0.4);
   pragma Assert (Float'Digits = 6 and Float'Model_Small > 0.0 and Float'Safe_First < 0.0);
   pragma Assert (Float'Copy_Sign (X, Y) = Y);
   pragma Assert (X'Valid and Float'Base'Last > 3.4E38);
   X := X / 4.0;
   pragma Assert (X in 0.625 .. 0.626 and X * 8.0 = 5.0);
end Float_Attributes;
