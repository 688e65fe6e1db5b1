-- part-of: average.adb

package Average is
   type Level is digits 6 range 0.0 .. 100.0;
   function Mean (A, B : Float) return Float;
   function Safe_Mean (A, B : Float) return Float;
   function Ratio (A, B : Level) return Float
     with Pre => A <= B;
end Average;
