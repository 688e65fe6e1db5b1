-- run: cairn check %s
-- exit: 1
-- others: proved 0

--  A volatile object at a fixed address is a register: each read gives any value. Others are not touched here.
with System; use System;
with System.Storage_Elements; use System.Storage_Elements;
procedure Registers is
   Base : constant Address := To_Address (16#4002_1000#);
   Status : Integer with Volatile, Address => Base;
   Control : Integer;
   for Control'Address use System'To_Address (16#4002_1004#);
   pragma Volatile (Control);
   Idle : Integer;
   for Idle'Address use System'To_Address (16#4002_1008#);
   First, Second : Integer;
begin
   Status := 1;
   First := Status;
   Second := Status;
   pragma Assert (First = Second); --~ violated
   Control := 1;
   pragma Assert (Control = 1); --~ violated
end Registers;
