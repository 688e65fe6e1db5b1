-- 'Old, 'Result and 'Loop_Entry take the value of then.
-- run: cairn check %s
-- exit: 1
-- others: proved 16

package body Old_Values is
   procedure Double (V : in out Vector) is
   begin
      for I in V'Range loop
         V (I) := V (I) * 2;
         pragma Loop_Invariant
           (for all J in V'First .. I => V (J) = 2 * V'Loop_Entry (J));
         pragma Loop_Invariant
           (for all J in I + 1 .. V'Last => V (J) = V'Loop_Entry (J));
      end loop;
   end Double;

   procedure Swap (A, B : in out Small) is
   begin
      A := A + B; --~ violated range, violated overflow
      B := A - B;
      A := A - B;
   end Swap;

   procedure Forgetful (A, B : in out Small) is
   begin
      A := B;
      B := A;
   end Forgetful;
end Old_Values;
