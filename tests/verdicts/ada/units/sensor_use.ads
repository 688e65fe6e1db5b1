-- part-of: ordered.adb

with Sensor_Table;
pragma Elaborate_All (Sensor_Table);
package Sensor_Use is
   First : Integer := Sensor_Table.Offset (3);
end Sensor_Use;
