-- part-of: ordered.adb

package Sensor_Table is
   function Offset (Channel : Natural) return Integer;
end Sensor_Table;
