-- A constant whose value stands in the private part; the body and the checks know it.
-- run: cairn check %s
-- others: proved 3

package body Deferred_Constant is
   procedure Feed (D : in out Dog; Hungry : Boolean) is
   begin
      if Hungry then
         D := Start;
      elsif D > 0 then
         D := D - 1;
      end if;
   end Feed;

   function Expired (D : Dog) return Boolean is (D = 0);
end Deferred_Constant;
