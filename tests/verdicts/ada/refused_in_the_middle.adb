--  run: cairn check %s
--  exit: 2
-- others: proved 1
--  Where part of a condition is not supported, nothing is said about executions that take the other way.
procedure Refused_In_The_Middle (S : String) is
   Never : Boolean := False;
begin
   pragma Assert (not Never);
   if Never and then Integer'Value (S) = 3 then   --~ unsupported unsupported
      null;
   end if;
   pragma Assert (Never);   --~ unsupported assertion
end Refused_In_The_Middle;
