--  run: cairn check %s
--  exit: 1
-- others: proved 1
--  What the outside may change is another value at each read: components of volatile arrays, results of a clock.
with Ada.Real_Time; use type Ada.Real_Time.Time;
procedure Changing_Outside (Way : Integer) is
   type Slots is array (1 .. 4) of Integer with Volatile_Components;
   type Registers is array (1 .. 4) of Integer with Volatile;
   type Words is array (1 .. 4) of Integer;

   S : Slots := (others => 0);
   R : Registers := (others => 0);
   W : Words := (others => 0);

   function Same (A : Registers) return Boolean with Volatile_Function is
      First  : constant Integer := A (2);
      Second : constant Integer := A (2);
   begin
      return First = Second;
   end Same;

   First, Second : Integer;
begin
   if Way = 1 then
      First := S (1);
      Second := S (1);
      pragma Assert (First = Second);   --~ violated assertion
   elsif Way = 2 then
      pragma Assert (Same (R));   --~ violated assertion
   elsif Way = 3 then
      declare
         Before : constant Ada.Real_Time.Time := Ada.Real_Time.Clock;
         After  : constant Ada.Real_Time.Time := Ada.Real_Time.Clock;
      begin
         pragma Assert (Before = After);   --~ violated assertion
      end;
   else
      First := W (1);
      Second := W (1);
      pragma Assert (First = Second);
   end if;
end Changing_Outside;
