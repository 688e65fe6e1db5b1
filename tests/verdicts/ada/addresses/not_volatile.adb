-- run: cairn check %s
-- exit: 2
-- others: unsupported 2

--  Without `Volatile` nobody says whether an object at a fixed address keeps what is written to it.
with System;
procedure Not_Volatile is
   Control : Integer;
   for Control'Address use System'To_Address (16#4002_1004#);
begin
   Control := 1;
   pragma Assert (Control = 1);
end Not_Volatile;
