-- Units that are not there, and generics that do not fit.
-- run: cairn check %s
-- exit: 3

with Nowhere; --~ error A0011
procedure Ada_Units is
   generic
      type Item is private;
      Size : Positive;
   package Stack is
      Depth : constant Positive := Size;
   end Stack;
   package No_Size is new Stack (Integer); --~ error A0023
   package Not_Generic is new Standard (Integer); --~ error A0023
   X : Integer := Nowhere.Value;
begin
   X := Stack.Depth; --~ error A0012
end Ada_Units;
