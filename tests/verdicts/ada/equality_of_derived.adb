--  run: cairn check %s
--  exit: 1
-- others: proved 3
--  A derived type inherits the equality of its parent, unless it has its own (RM 3.4, 4.5.2).
procedure Equality_Of_Derived is
   type Point is record
      X, Label : Integer;
   end record;
   function "=" (A, B : Point) return Boolean is (A.X = B.X);

   package Hidden is
      type Secret is private;
      One   : constant Secret;
      Other : constant Secret;
   private
      type Secret is new Point;
      One   : constant Secret := (1, 1);
      Other : constant Secret := (1, 2);
   end Hidden;
   use type Hidden.Secret;

   type Labelled is new Point;
   function "=" (A, B : Labelled) return Boolean is (A.Label = B.Label);

   type Two is record
      P : Point;
      L : Labelled;
   end record;

   A : constant Two := (P => (1, 1), L => (1, 7));
   B : constant Two := (P => (1, 2), L => (2, 7));
   C : constant Two := (P => (1, 2), L => (1, 8));
begin
   pragma Assert (Hidden.One = Hidden.Other);
   pragma Assert (A = B);
   pragma Assert (A /= C);
   pragma Assert (Hidden.One /= Hidden.Other);   --~ violated assertion
end Equality_Of_Derived;
