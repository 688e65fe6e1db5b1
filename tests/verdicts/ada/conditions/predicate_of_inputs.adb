-- part-of: predicate_of_inputs.ads
package body Predicate_Of_Inputs is
   procedure Halve (X : in out Paired) is
   begin
      if X mod 4 = 0 and Base = 0 then
         X := X / 2;
      end if;
   end Halve;

   function Sum (B : Both) return Integer is
   begin
      pragma Assert (B.Left + B.Right < 1_500);
      return Integer (B.Left + B.Right);
   end Sum;
end Predicate_Of_Inputs;
