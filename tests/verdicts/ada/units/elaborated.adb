-- The declarations and statements of a package run before the program that uses it.
-- run: cairn check %s
-- exit: 1
-- others: proved 6

with Calibration;
procedure Elaborated is
   Cooked : Integer := 0;
begin
   pragma Assert (Calibration.Table (3) = 9);
   pragma Assert (Calibration.Total = 1 + 4 + 9 + 16 + 25);
   for Raw in Calibration.Sample loop
      Cooked := 100 / (Calibration.Table (Raw) - 16); --~ violated division-by-zero
   end loop;
end Elaborated;
