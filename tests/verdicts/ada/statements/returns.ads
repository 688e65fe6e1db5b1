-- part-of: returns.adb

package Returns is
   subtype Place is Integer range 1 .. 5;
   type Table is array (Place) of Integer;
   type Pair is record
      Low, High : Integer;
   end record;
   function Position (T : Table; Key : Integer) return Natural
     with Post => (if Position'Result in Place then T (Position'Result) = Key);
   function Sorted (A, B : Integer) return Pair
     with Post => Sorted'Result.Low <= Sorted'Result.High;
   function Lookup (T : Table; Key : Integer) return Place;
end Returns;
