-- A derived type has the operations of its parent; they take and give values of the derived type.
-- run: cairn check %s
-- exit: 1
-- others: proved 11

procedure Derived_Operations is
   package Counters is
      type Counter is range 0 .. 100;
      type Pair is record
         Left, Right : Counter := 0;
      end record;
      function First return Counter is (3);
      function Next (C : Counter) return Counter is (C + 1) with Pre => C < 100;
      procedure Swap (P : in out Pair);
   end Counters;
   package body Counters is
      procedure Swap (P : in out Pair) is
         Old : constant Pair := P;
      begin
         P := (Left => Old.Right, Right => Old.Left);
      end Swap;
   end Counters;
   package More is
      type Steps is new Counters.Counter;
      type Limited_Steps is new Steps range 0 .. 3;
      type Twin is new Counters.Pair;
   end More;
   use More;
   type Flag is new Boolean;
   S : Steps := First;
   L : Limited_Steps := First;
   T : Twin := (Left => 1, Right => 2);
   F : Flag := True;
begin
   S := Next (S);
   pragma Assert (S = 4);
   Swap (T);
   pragma Assert (T.Left in 2 and T.Right in 1);
   F := F and then Flag (S > 3);
   if Boolean (F) then
      L := Next (L); --~ violated range
   end if;
end Derived_Operations;
