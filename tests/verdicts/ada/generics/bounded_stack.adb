-- part-of: stacks.adb

package body Bounded_Stack is
   procedure Push (S : in out Stack; X : Item) is
   begin
      S.Top := S.Top + 1;
      S.Data (S.Top) := X;
   end Push;

   procedure Pop (S : in out Stack; X : out Item) is
   begin
      X := S.Data (S.Top);
      S.Top := S.Top - 1;
   end Pop;

   function Is_Empty (S : Stack) return Boolean is (S.Top = 0);
   function Full (S : Stack) return Boolean is (S.Top = Capacity);
end Bounded_Stack;
