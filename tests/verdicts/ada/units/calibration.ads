-- part-of: elaborated.adb

package Calibration is
   pragma Elaborate_Body;
   subtype Sample is Integer range 1 .. 5;
   type Squares is array (Sample) of Integer;
   Table : Squares;
   Total : Integer := 0;
end Calibration;
