-- run: cairn check %s predicate_of_inputs.adb
-- others: proved 8
-- Predicates and invariants of inputs are conditions on values of their types: 1000 + 1000 is no overflow of 16 bits.
package Predicate_Of_Inputs is
   type Count is range 0 .. 1_000;

   Base : Count := 0;

   subtype Paired is Count with Dynamic_Predicate => (Base + Paired) mod 2 = 0;
   type Both is private;

   procedure Halve (X : in out Paired);
   function Sum (B : Both) return Integer;

private
   type Both is record
      Left, Right : Count := 0;
   end record with Type_Invariant => Left + Right < 1_500;
end Predicate_Of_Inputs;
