-- part-of: stacks.adb

generic
   type Item is private;
   Capacity : Positive := 4;
package Bounded_Stack is
   type Stack is private;
   procedure Push (S : in out Stack; X : Item)
     with Pre => not Full (S), Post => not Is_Empty (S);
   procedure Pop (S : in out Stack; X : out Item)
     with Pre => not Is_Empty (S);
   function Is_Empty (S : Stack) return Boolean;
   function Full (S : Stack) return Boolean;
private
   type Content is array (1 .. Capacity) of Item;
   type Stack is record
      Data : Content;
      Top  : Natural range 0 .. Capacity := 0;
   end record;
end Bounded_Stack;
