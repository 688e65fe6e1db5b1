-- run: cairn check %s
-- exit: 2
-- others: unsupported 2

--  An address that went through a constant may still be that of another object.
with System;
procedure By_Constant is
   A : Integer := 1;
   Place : constant System.Address := A'Address;
   B : Integer with Import, Address => Place;
begin
   B := 2;
   pragma Assert (A = 1);
end By_Constant;
