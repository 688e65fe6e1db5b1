--  Secondary steering of a heavy vehicle: when the primary circuit reports a fault, the secondary one is switched on.
--  After figure 1 of Jesper Amilon and Dilian Gurov, "Contract Based Program Models for Software Model Checking"; the bodies
--  are ours.
--
--      cairn temporal stee.ads stee.adb scheduler.adb --entry Scheduler
--        --property 'G (Stee.Primary_Status /= 0 -> F (Stee.Secondary_Status = 0))'
package Stee is
   Low  : constant := 0;
   High : constant := 10;

   Sensor : Integer := 0 with Volatile, Async_Writers;

   Primary_Status   : Integer := 0;  --  input: 0 is flawless, everything else an error
   Secondary_Status : Integer := 0;  --  output: 0 when the secondary circuit has to work

   procedure Havoc_Input
     with Post => Primary_Status in Low .. High;

   function Read_Primary_Status return Integer is (Primary_Status);

   function Evaluate_Status (Info : Integer) return Integer
     with Post => Evaluate_Status'Result = (if Info /= 0 then 0 else 1);

   procedure Write_Secondary_Status (Status : Integer)
     with Post => Secondary_Status = Status;

   procedure Steering;
end Stee;
