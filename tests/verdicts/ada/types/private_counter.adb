-- A private type with a type invariant: every visible operation must establish it.
-- run: cairn check %s
-- exit: 1
-- others: proved 6

package body Private_Counter is
   function Filled (T : Tank) return Natural is (T.Level);

   procedure Add (T : in out Tank; Amount : Natural) is
   begin
      if Amount <= T.Capacity - T.Level then
         T.Level := T.Level + Amount;
      end if;
   end Add;

   procedure Resize (T : in out Tank; Capacity : Natural) is
   begin
      T.Capacity := Capacity;
   end Resize; --~ violated assertion
end Private_Counter;
