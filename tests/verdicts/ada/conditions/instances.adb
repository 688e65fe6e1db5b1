-- run: cairn check %s
-- exit: 1
-- others: proved 3
--  Conditions in generic units hold for each instance.
procedure Instances (Which, Low : Integer) is
   type Pair is record A, B : Integer; end record with Dynamic_Predicate => Pair.A <= Pair.B;
   generic
      Start : Pair;
   package Holder is
      Sum : Integer := Start.A;
   end Holder;
   generic
      Least : Integer;
   procedure Needs (X : Integer) with Pre => X >= Least, Post => X /= 7;     --~ violated postcondition
   procedure Needs (X : Integer) is null;
   generic
      type Item is private;
   package Lists is
      type List is array (1 .. 2) of Item with Dynamic_Predicate => List (1) = List (2);
      function Both (X, Y : Item) return List is (X, Y);     --~ violated assertion
   end Lists;
   X : Pair := (1, 2);
begin
   case Which is
      when 1 =>
         X.B := Low;
         declare
            package Own is new Holder (X);      --~ violated assertion
         begin
            pragma Assert (Own.Sum = 1);
         end;
      when 2 =>
         declare
            procedure Needs_Five is new Needs (5);
         begin
            Needs_Five (Low);      --~ violated precondition
         end;
      when 3 =>
         declare
            package Own is new Lists (Integer);
         begin
            pragma Assert (Own.Both (Low, 3) (1) = 3);
         end;
      when others => null;
   end case;
end Instances;
