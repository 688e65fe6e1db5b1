-- part-of: ordered.adb

package body Sensor_Table is
   Base : Integer := 40;

   function Offset (Channel : Natural) return Integer is
   begin
      return Base + Channel mod 8;
   end Offset;
begin
   Base := Base + 2;
end Sensor_Table;
