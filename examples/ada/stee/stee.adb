package body Stee is
   procedure Havoc_Input is
      Value : constant Integer := Sensor;
   begin
      Primary_Status := (if Value < Low then Low elsif Value > High then High else Value);
   end Havoc_Input;

   function Evaluate_Status (Info : Integer) return Integer is
   begin
      if Info /= 0 then
         return 0;
      end if;
      return 1;
   end Evaluate_Status;

   procedure Write_Secondary_Status (Status : Integer) is
   begin
      Secondary_Status := Status;
   end Write_Secondary_Status;

   procedure Steering is
      --  Read the input from the database, evaluate it, and write the result back.
      Primary_Info   : constant Integer := Read_Primary_Status;
      Secondary_Info : constant Integer := Evaluate_Status (Primary_Info);
   begin
      Write_Secondary_Status (Secondary_Info);
   end Steering;
end Stee;
