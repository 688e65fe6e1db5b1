-- Two instances of a generic stack; the second pop too many breaks the precondition.
-- run: cairn check %s
-- exit: 1
-- others: proved 26

with Bounded_Stack;
procedure Stacks (Twice : Boolean; Last : out Integer) is
   package Numbers is new Bounded_Stack (Item => Integer, Capacity => 2);
   package Letters is new Bounded_Stack (Character);
   N : Numbers.Stack;
   L : Letters.Stack;
   C : Character;
begin
   Numbers.Push (N, 7);
   Numbers.Push (N, 11);
   pragma Assert (Numbers.Full (N));
   Letters.Push (L, 'x');
   Letters.Push (L, 'y');
   pragma Assert (not Letters.Full (L));
   Letters.Pop (L, C);
   pragma Assert (C = 'y');
   Numbers.Pop (N, Last);
   pragma Assert (Last = 11);
   Numbers.Pop (N, Last);
   pragma Assert (Last = 7);
   if Twice then
      Numbers.Pop (N, Last); --~ violated precondition
   end if;
end Stacks;
