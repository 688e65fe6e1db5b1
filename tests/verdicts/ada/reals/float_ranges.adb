-- A floating type with a range, and conversion to integers, which rounds away from zero at the half.
-- run: cairn check %s
-- exit: 1
-- others: proved 9

procedure Float_Ranges (Input : Float; Pitch : out Integer) is
   type Angle is digits 6 range -90.0 .. 90.0;
   A : Angle;
begin
   Pitch := 0;
   if Input > -1_000.0 and Input < 1_000.0 then
      A := Angle (Input); --~ violated range
      Pitch := Integer (A);
      pragma Assert (Pitch in -90 .. 90);
   end if;
   pragma Assert (Integer (Float'(2.5)) = 3 and Integer (Float'(-2.5)) = -3);
   A := 0.5;
   Pitch := Integer (A);
   pragma Assert (Pitch = 1);
   A := -1.5;
   Pitch := Integer (A);
   pragma Assert (Pitch = -2);
   Pitch := Integer (Input); --~ violated
end Float_Ranges;
