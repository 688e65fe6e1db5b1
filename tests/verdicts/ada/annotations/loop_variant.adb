-- Loop invariants hold at every iteration; a variant must progress.
-- run: cairn check %s
-- exit: 1
-- others: proved 16

package body Loop_Variant is
   function Divide (A, B : Positive_Byte) return Byte is
      Rest : Byte := A;
      Quotient : Byte := 0;
   begin
      while Rest >= B loop
         pragma Loop_Invariant (Quotient * B + Rest = A);
         pragma Loop_Variant (Decreases => Rest, Increases => Quotient);
         Rest := Rest - B;
         Quotient := Quotient + 1;
      end loop;
      return Quotient;
   end Divide;

   procedure Drain (Level : in out Byte; Leak : Byte) is
   begin
      while Level > 0 loop
         pragma Loop_Variant (Decreases => Level); --~ violated variant
         if Level > Leak then
            Level := Level - Leak;
         else
            Level := 0;
         end if;
      end loop;
   end Drain;

   function Sum_To (N : Byte) return Integer is
      Sum : Integer := 0;
   begin
      for I in 1 .. N loop
         Sum := Sum + Integer (I);
         pragma Loop_Invariant (Sum = Integer (I) * (Integer (I) - 1) / 2); --~ violated
      end loop;
      return Sum;
   end Sum_To;
end Loop_Variant;
