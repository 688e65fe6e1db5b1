-- part-of: holds.adb

package Stee is
   Sensor : Integer := 0 with Volatile, Async_Writers;

   Primary_Status   : Integer := 0;  -- 0 is flawless, everything else an error
   Secondary_Status : Integer := 0;  -- 0 when the secondary circuit has to work

   procedure Havoc_Input;
   procedure Steering;
end Stee;
