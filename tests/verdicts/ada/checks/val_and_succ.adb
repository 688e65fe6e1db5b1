-- Succ, Pred and Val leave the type at its ends.
-- run: cairn check %s
-- exit: 1

package body Val_And_Succ is
   function Next (S : Signal) return Signal is
   begin
      return Signal'Succ (S); --~ violated range
   end Next;

   function Previous (S : Signal) return Signal is
   begin
      if S = Signal'First then
         return Signal'Last;
      end if;
      return Signal'Pred (S); --~ proved range
   end Previous;

   function Decoded (Code : Byte) return Signal is
   begin
      return Signal'Val (Code); --~ violated range
   end Decoded;

   function Masked (Code : Byte) return Signal is
   begin
      return Signal'Val (Code mod 4); --~ proved range
   end Masked;
end Val_And_Succ;
