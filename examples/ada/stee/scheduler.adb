--  The scheduler.
with Stee;
procedure Scheduler is
begin
   loop
      Stee.Havoc_Input;  --  the environment
      Stee.Steering;
   end loop;
end Scheduler;
