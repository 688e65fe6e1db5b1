-- What GNAT computes at run time, stated as assertions: all of them hold.
-- run: cairn check %s
-- others: proved 39

procedure Semantics is
   type M7 is mod 7;
   type Color is (Red, Green, Blue);
   type Vec is array (Integer range <>) of Integer;
   type Rec (N : Natural := 3) is record
      A : Integer := 5;
      B : Boolean := True;
   end record;
   type Fix is delta 0.25 range -10.0 .. 10.0;
   X : Integer := -7;
   Y : Integer := 2;
   M : M7 := 5;
   V : Vec (3 .. 6) := (1, 2, 3, 4);
   W : Vec (1 .. 4);
   R : Rec;
   F : Fix := 1.5;
   S : String (1 .. 3) := "abc";
   C : Color := Green;
   Sum : Integer := 0;
   E : exception;
   function Fact (N : Natural) return Positive is
     (if N = 0 then 1 else N * Fact (N - 1));
begin
   pragma Assert (X / Y = -3);
   pragma Assert (X rem Y = -1);
   pragma Assert (X mod Y = 1);
   pragma Assert (abs X = 7 and X ** 2 = 49);
   M := M + 4;
   pragma Assert (M = 2);
   M := M - 3;
   pragma Assert (M = 6);
   W := V;
   pragma Assert (W (1) = 1 and W (4) = 4 and V'First = 3 and V'Last = 6 and V'Length = 4);
   V (3 .. 5) := V (4 .. 6);
   pragma Assert (V = (2, 3, 4, 4));
   for I in reverse V'Range loop
      Sum := Sum * 10 + V (I);
   end loop;
   pragma Assert (Sum = 4432);
   pragma Assert (R.A = 5 and R.B and R.N = 3);
   F := F * 2;
   pragma Assert (F = 3.0 and F / 4 = 0.75);
   pragma Assert (S & "d" = "abcd" and S (2) = 'b');
   C := Color'Succ (C);
   pragma Assert (C = Blue and Color'Pos (C) = 2 and Color'Val (0) = Red);
   pragma Assert (Fact (5) = 120);
   begin
      raise E;
   exception
      when E => Sum := 1;
   end;
   pragma Assert (Sum = 1);
   begin
      X := V (V'First + 4 - 1);
      Y := Integer'Last;
      Y := Y + X;
      Sum := 3;
   exception
      when Constraint_Error => Sum := 2;
   end;
   pragma Assert (Sum = 2);
   case X is
      when 1 .. 3 => Sum := 10;
      when 4 | 5 => Sum := 11;
      when others => Sum := 12;
   end case;
   pragma Assert (Sum = 11);
   pragma Assert ((for all I in V'Range => V (I) >= 2) and (for some I in V'Range => V (I) = 3));
end Semantics;
