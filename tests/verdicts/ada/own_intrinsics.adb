--  run: cairn check %s
--  exit: 1
-- others: proved 5
--  Shifts and rotations declared for one's own types are those of the compiler.
procedure Own_Intrinsics (X : Integer) is
   type Word is mod 2 ** 32;
   type Octet is mod 2 ** 8;

   function Shift_Right (Value : Word; Amount : Natural) return Word with Import, Convention => Intrinsic;
   function Rotate_Left (Value : Octet; Amount : Natural) return Octet;
   pragma Import (Intrinsic, Rotate_Left);

   W : constant Word := Word (X mod 1_000_000);
   O : constant Octet := Octet (X mod 256);
begin
   pragma Assert (Shift_Right (W, 2) = W / 4);
   pragma Assert (Shift_Right (W, 40) = 0);
   pragma Assert (Rotate_Left (Rotate_Left (O, 3), 5) = O);
   pragma Assert (Shift_Right (W, 1) /= 3);   --~ violated assertion
end Own_Intrinsics;
