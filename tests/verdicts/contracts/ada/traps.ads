--  part-of: traps.adb
package Traps is
   type Arr is array (1 .. 5) of Integer;
   G : Integer := 0;
   H : Integer := 0;

   function Impure (X : Integer) return Integer with Post => Impure'Result = X;
   procedure Use_Impure;
   procedure Nested;
   procedure Exit_Before (N : Natural);
   function Side return Boolean;
   procedure While_Side;
   procedure Elements;
   procedure Raises (X : Integer);
   procedure Handles (X : Integer);
   procedure Outer;
   procedure Jump;
   procedure Declared;
end Traps;
