--  run: cairn check %s
--  exit: 1
-- others: proved 10
--  Shifts and rotations declared for one's own types are those of the compiler.
procedure Own_Intrinsics (X : Integer) is
   type Word is mod 2 ** 32;
   type Octet is mod 2 ** 8;

   function Shift_Right (Value : Word; Amount : Natural) return Word with Import, Convention => Intrinsic;
   type Number is range -2 ** 15 .. 2 ** 15 - 1;
   function Shift_Right_Arithmetic (Value : Number; Amount : Natural) return Number
     with Import, Convention => Intrinsic;
   N : constant Number := Number (X mod 60_000 - 30_000);
   function Rotate_Left (Value : Octet; Amount : Natural) return Octet;
   pragma Import (Intrinsic, Rotate_Left);

   W : constant Word := Word (X mod 1_000_000);
   O : constant Octet := Octet (X mod 256);
begin
   pragma Assert (Shift_Right_Arithmetic (N, 1) = (N - N mod 2) / 2);
   pragma Assert (Shift_Right_Arithmetic (N, 99) = (if N < 0 then -1 else 0));
   pragma Assert (Shift_Right (W, 2) = W / 4);
   pragma Assert (Shift_Right (W, 40) = 0);
   pragma Assert (Rotate_Left (Rotate_Left (O, 3), 5) = O);
   pragma Assert (Shift_Right (W, 1) /= 3);   --~ violated assertion
end Own_Intrinsics;
