-- part-of: function_of_array.adb
-- A sum that is computed elsewhere.

package Function_Of_Array is
   type Vector is array (Positive range <>) of Integer;
   function Sum (A : Vector) return Integer with Import, Global => null;
   procedure Twice (A : Vector);
end Function_Of_Array;
