-- run: cairn check %s
-- exit: 1
-- not natively: no_return.adb:13 GNAT names the first statement of the procedure, not its end
-- others: proved 3
--  A procedure that promises not to return, and does.
procedure No_Return (Which : Integer) is
   procedure Give_Up (X : Integer) with No_Return;
   procedure Give_Up (X : Integer) is
   begin
      if X > 0 then
         raise Constraint_Error;
      end if;
   end Give_Up;   --~ violated reachable
begin
   begin
      Give_Up (1);
   exception
      when Constraint_Error => null;
   end;
   if Which = 0 then
      Give_Up (Which);
   end if;
end No_Return;
