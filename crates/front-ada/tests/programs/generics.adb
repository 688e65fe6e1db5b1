--  finished
procedure Generics is
   generic
      type T is private;
      type Index is range <>;
      type Arr is array (Index range <>) of T;
      with function "<" (A, B : T) return Boolean is <>;
   procedure Sort (A : in out Arr);
   procedure Sort (A : in out Arr) is
      Tmp : T;
   begin
      for I in A'First .. A'Last - 1 loop
         for J in A'First .. A'Last - 1 loop
            if A (J + 1) < A (J) then
               Tmp := A (J);
               A (J) := A (J + 1);
               A (J + 1) := Tmp;
            end if;
         end loop;
      end loop;
   end Sort;
   generic
      Size : Positive;
      type Item is private;
   package Stacks is
      procedure Push (X : Item);
      function Pop return Item;
      function Depth return Natural;
   end Stacks;
   package body Stacks is
      Data : array (1 .. Size) of Item;
      Top : Natural := 0;
      procedure Push (X : Item) is
      begin
         Top := Top + 1;
         Data (Top) := X;
      end Push;
      function Pop return Item is
         R : constant Item := Data (Top);
      begin
         Top := Top - 1;
         return R;
      end Pop;
      function Depth return Natural is (Top);
   end Stacks;
   type Vec is array (Integer range <>) of Integer;
   procedure Sort_Up is new Sort (Integer, Integer, Vec);
   procedure Sort_Down is new Sort (T => Integer, Index => Integer, Arr => Vec, "<" => ">");
   package Ints is new Stacks (4, Integer);
   package Chars is new Stacks (Item => Character, Size => 2);
   V : Vec (1 .. 4) := (3, 1, 4, 2);
begin
   Sort_Up (V);
   pragma Assert (V = (1, 2, 3, 4));
   Sort_Down (V);
   pragma Assert (V = (4, 3, 2, 1));
   Ints.Push (5);
   Ints.Push (6);
   Chars.Push ('z');
   pragma Assert (Ints.Depth = 2 and Chars.Depth = 1);
   pragma Assert (Ints.Pop = 6);
   pragma Assert (Ints.Pop = 5);
   pragma Assert (Chars.Pop = 'z');
end Generics;
