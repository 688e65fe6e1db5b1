-- A function without a body that reads nothing but its parameters gives the same result for the same arguments, however large
-- these are; one that may read more does not.
-- Arrays are not compared as a whole with --integers math, which decides none of this.
-- run: cairn check %s --integers bits
-- exit: 1

package body Function_Of_Array is
   procedure Twice (A, B : Vector; P, Q : Many; K : Integer) is
      R : Many := P;
   begin
      pragma Assert (Sum (A) = Sum (A)); --~ proved assertion
      pragma Assert (Key (P) = Key (P)); --~ proved assertion
      R.C := K;
      if K = P.C then
         pragma Assert (Key (R) = Key (P)); --~ proved assertion
      end if;
      pragma Assert (Now (P) = Now (P)); --~ violated assertion
      pragma Assert (Key (P) = Key (Q)); --~ violated assertion
      pragma Assert (Sum (A) = Sum (B)); --~ violated assertion
   end Twice;
end Function_Of_Array;
