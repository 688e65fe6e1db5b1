-- part-of: function_of_array.adb
-- Functions that are written elsewhere.

package Function_Of_Array is
   type Vector is array (Positive range <>) of Integer;
   type Many is record
      A, B, C, D, E, F, G, H, I : Integer;
   end record;
   function Sum (A : Vector) return Integer with Import, Global => null; --~ warning A0022
   function Key (P : Many) return Integer with Import, Global => null; --~ warning A0022
   function Now (P : Many) return Integer with Import; --~ warning A0022
   procedure Twice (A, B : Vector; P, Q : Many; K : Integer);
end Function_Of_Array;
