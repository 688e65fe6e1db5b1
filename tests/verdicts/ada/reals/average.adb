-- Floating point: a sum may overflow where halving first does not; a division may divide by zero.
-- run: cairn check %s
-- exit: 1
-- others: proved 5

package body Average is
   function Mean (A, B : Float) return Float is
   begin
      return (A + B) / 2.0; --~ violated float, proved
   end Mean;

   function Safe_Mean (A, B : Float) return Float is
   begin
      return A / 2.0 + B / 2.0;
   end Safe_Mean;

   function Ratio (A, B : Level) return Float is
   begin
      return Float (A) / Float (B); --~ violated division-by-zero, proved float
   end Ratio;
end Average;
