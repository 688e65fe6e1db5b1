-- A function without a body that reads nothing but its parameters gives the same result for the same array.
-- run: cairn check %s
-- today: exit 1, violated 1
-- others: proved

package body Function_Of_Array is
   procedure Twice (A : Vector) is
   begin
      pragma Assert (Sum (A) = Sum (A)); --~ proved assertion
   end Twice;
end Function_Of_Array;
