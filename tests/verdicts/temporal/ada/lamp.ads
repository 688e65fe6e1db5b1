-- part-of: lamp.adb

package Lamp is

   type Color is (Red, Green);

   Light  : Color := Red;
   Faults : Integer range 0 .. 10 := 0;

   procedure Run;  --~ violated temporal bound=5

end Lamp;
