-- part-of: holds.adb

package body Stee is
   procedure Havoc_Input is
      Value : constant Integer := Sensor;
   begin
      Primary_Status := (if Value < 0 then 0 elsif Value > 10 then 10 else Value);
   end Havoc_Input;

   function Evaluate (Info : Integer) return Integer is (if Info /= 0 then 0 else 1);

   procedure Steering is
   begin
      Secondary_Status := Evaluate (Primary_Status);
   end Steering;
end Stee;
