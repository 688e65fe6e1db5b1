-- part-of: many_arguments.adb
-- A sum that is computed elsewhere.

package Many_Arguments is
   type Vector is array (Positive range <>) of Integer;
   function Sum (A : Vector) return Integer with Import, Global => null; --~ warning A0022
   procedure Compare (A, B, C, D, E : Vector);
end Many_Arguments;
