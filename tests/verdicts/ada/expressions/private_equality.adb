-- run: cairn check %s
-- exit: 1
-- others: proved 5
--  A private type has the equality of its private part, wherever it is used (RM 4.5.2(15)); scalar ones have the predefined one.
procedure Private_Equality (K : Integer) is
   package Keys is
      type Key is private;
      type Copy is private;
      type Number is private;
      function Make (Name, Tag : Integer) return Key;
      function Make_Copy (Name, Tag : Integer) return Copy;
      function Make_Number (Of_Value : Integer) return Number;
   private
      type Key is record
         Name, Tag : Integer;
      end record;
      function "=" (L, R : Key) return Boolean is (L.Name = R.Name);
      type Copy is new Key;
      type Number is new Integer;
      function Make (Name, Tag : Integer) return Key is ((Name, Tag));
      function Make_Copy (Name, Tag : Integer) return Copy is ((Name, Tag));
      function Make_Number (Of_Value : Integer) return Number is (Number (Of_Value));
   end Keys;
   use Keys;

   type Both is record
      Left  : Key;
      Right : Copy;
   end record;
   A : constant Both := (Make (1, K), Make_Copy (1, K));
   B : constant Both := (Make (1, 3), Make_Copy (1, 4));
begin
   pragma Assert (Make (1, K) = Make (1, 5));
   pragma Assert (Make (1, K) /= Make (2, K));
   pragma Assert (Keys."=" (Make (1, K), Make (1, 5)));
   pragma Assert (Make (1, K) in Make (2, 2) | Make (1, 7));
   pragma Assert (A = B);
   pragma Assert (Make_Number (K) = Make_Number (3));   --~ violated assertion
end Private_Equality;
