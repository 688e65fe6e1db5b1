-- SPARK 2005: own variables, pre- and postconditions with `~`, check and assert statements, a return annotation.
-- run: cairn check %s
-- exit: 1
-- others: proved 17

package body Tank is
   Level : Litres := 0;

   procedure Fill (Amount : in Litres) is
   begin
      --# check Level + Amount <= 1_000;
      Level := Level + Amount;
   end Fill;

   procedure Drain (Amount : in Litres; Left : out Litres) is
   begin
      if Amount >= Level then
         Level := 0;
      else
         Level := Level - Amount;
      end if;
      --# assert Level <= Level~;
      Left := Level;
   end Drain;

   function Current return Litres is
   begin
      return Level;
   end Current;

   procedure Top_Up is
   begin
      if Current <= 500 then
         Fill (100); --~ proved precondition
      end if;
   end Top_Up;
end Tank;
