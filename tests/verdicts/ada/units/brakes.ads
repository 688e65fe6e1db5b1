-- part-of: brakes.adb

package Brakes is
   type Pressure is range 0 .. 500;
   procedure Apply (Line : in out Pressure; Step : Pressure);
end Brakes;
