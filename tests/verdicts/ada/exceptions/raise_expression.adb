-- Raise expressions, in conditions and as function bodies.
-- run: cairn check %s
-- exit: 1
-- others: proved 5

package body Raise_Expression is
   function Divided (A, B : Natural) return Natural is
     (if B = 0 then raise Bad_Input else A / B); --~ violated, proved division-by-zero

   function Safe (A, B : Natural) return Natural is
   begin
      return Divided (A, B);
   exception
      when Bad_Input => return 0;
   end Safe;
end Raise_Expression;
