--  finished
with Interfaces; use Interfaces;
with Ada.Text_IO;
procedure Packages is
   package Counters is
      type Counter is private;
      Zero : constant Counter;
      function Value (C : Counter) return Natural;
      procedure Increment (C : in out Counter; By : Positive := 1);
      function "+" (L, R : Counter) return Counter;
   private
      type Counter is record
         N : Natural := 0;
      end record;
      Zero : constant Counter := (N => 0);
   end Counters;
   package body Counters is
      Calls : Natural := 0;
      function Value (C : Counter) return Natural is (C.N);
      procedure Increment (C : in out Counter; By : Positive := 1) is
      begin
         C.N := C.N + By;
         Calls := Calls + 1;
      end Increment;
      function "+" (L, R : Counter) return Counter is
      begin
         return (N => L.N + R.N);
      end "+";
   begin
      Calls := 0;
   end Counters;
   use type Counters.Counter;
   C, D : Counters.Counter := Counters.Zero;
   U : Unsigned_8 := 16#81#;
   W : Unsigned_32 := 1;
   package C2 renames Counters;
   function Val (X : Counters.Counter) return Natural renames Counters.Value;
   type Meters is new Integer range 0 .. 1000;
   M : Meters := 5;
   N : constant Integer := 3;
begin
   Counters.Increment (C);
   Counters.Increment (D, By => 4);
   pragma Assert (Counters.Value (C + D) = 5);
   pragma Assert (C2.Value (D) = 4 and Val (C) = 1);
   pragma Assert (C /= D);
   pragma Assert (Shift_Left (U, 1) = 2 and Shift_Right (U, 4) = 8);
   pragma Assert (Rotate_Left (U, 1) = 3 and Rotate_Right (U, 1) = 16#C0#);
   W := Shift_Left (W, 31) or 1;
   pragma Assert (W = 16#8000_0001#);
   M := M * 2 + Meters (N);
   pragma Assert (M = 13);
   Ada.Text_IO.Put_Line ("value" & Natural'Image (Val (C)));
end Packages;
