-- part-of: use_clauses.adb

package Units_Of_Measure is
   type Knots is range 0 .. 1_000;
   type Gear is (Up, Moving, Down);
   function Limit (G : Gear) return Knots is
     (case G is when Up => 1_000, when Moving => 200, when Down => 250);
end Units_Of_Measure;
