-- part-of: derived.adb

package Derived is
   type Distance is range 0 .. 10_000;
   function Twice (X : Distance) return Distance;

   type Odometer is new Distance;
   function Corrected (X : Odometer) return Odometer
     with Post => Corrected'Result >= X;

   type Siding is new Distance range 0 .. 500;
   function Short (X : Distance) return Siding;
end Derived;
