-- A function whose end can be reached without a return.
-- run: cairn check %s
-- exit: 1
-- others: proved 0

package body Missing_Return is
   function Priority (Load : Percentage) return Level is
   begin
      if Load > 90 then
         return High;
      elsif Load <= 89 then
         return Low;
      end if;
   end Priority; --~ violated

   function Complete (Load : Percentage) return Level is
   begin
      if Load > 90 then
         return High;
      elsif Load <= 90 then
         return Low;
      end if;
   end Complete; --~ proved unreachable
end Missing_Return;
