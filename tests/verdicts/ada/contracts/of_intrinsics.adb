-- run: cairn check %s
-- exit: 2
-- others: unsupported 1
--  The contract of an intrinsic subprogram is not checked, so that its calls are refused.
procedure Of_Intrinsics is
   type Word is mod 2 ** 32;
   function Shift_Right (Value : Word; Amount : Natural) return Word
     with Import, Convention => Intrinsic, Pre => Amount < 8;
   X : Word := 16;
begin
   X := Shift_Right (X, 9);   --~ unsupported unsupported
   pragma Assert (X = 0);
end Of_Intrinsics;
