-- run: cairn check %s
-- exit: 1
-- others: proved 12
--  A use clause shows no operator where a predefined one of the same profile is directly visible; in an instance the types
--  of the formals have their predefined operators.
procedure Hidden_Operators is
   type Level is range 0 .. 10;
   package Others_Own is
      function "+" (L, R : Integer) return Integer is (0);
      function "mod" (L, R : Integer) return Integer is (77);
      function "+" (L, R : Level) return Level is (0);
      function "and" (L, R : Integer) return Integer is (5);
   end Others_Own;
   function "-" (L, R : Level) return Level is (7);

   generic
      type Item is range <>;
      with function "*" (L, R : Item) return Item;
   function Joined (A, B : Item) return Item;
   function Joined (A, B : Item) return Item is (A - B * B);
   function Quotient (L, R : Level) return Level is (L / R);
   function Level_Joined is new Joined (Level, "*" => Quotient);
   X : Integer := 3;
   Y : Level := 3;
begin
   pragma Assert (X + 1 = 4 and X mod 2 = 1 and Y + 1 = 4);
   pragma Assert (Others_Own."+" (X, 1) = 0);
   pragma Assert (Y - 1 = 7);
   pragma Assert (Level_Joined (Y, 2) = 2);
   declare
      use Others_Own;
   begin
      pragma Assert ((X and 2) = 5);
      pragma Assert (X mod 2 = 77);   --~ violated assertion
   end;
end Hidden_Operators;
