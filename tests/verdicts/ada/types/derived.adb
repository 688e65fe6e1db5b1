-- Derived types keep operations and literals but do not mix; conversion between them checks the range.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

package body Derived is
   function Twice (X : Distance) return Distance is
   begin
      return X * 2; --~ violated range, proved overflow
   end Twice;

   function Corrected (X : Odometer) return Odometer is
   begin
      if X > 4_000 then
         return X;
      end if;
      return Twice (X);
   end Corrected;

   function Short (X : Distance) return Siding is
   begin
      return Siding (X); --~ violated range
   end Short;
end Derived;
