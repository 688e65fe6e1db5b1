-- A task runs beside the program: refused where it is declared, and with it all that comes after.
-- run: cairn check %s
-- exit: 2
-- others: unsupported 0

procedure Task_Type is
   Shared : Integer := 0;
   task Worker; --~ unsupported unsupported
   task body Worker is --~ unsupported unsupported
   begin
      Shared := 1;
   end Worker;
begin
   pragma Assert (Shared = 0); --~ unsupported assertion
end Task_Type;
