-- run: cairn check %s
-- others: proved 6

--  Numbers do not fit private types, whatever their full view is; operators of the root types are preferred.
with System.Storage_Elements; use System.Storage_Elements;
procedure Operators_Of_Private_Types (M : Storage_Array) is
   type Word is mod 2 ** 64;
   type Count is range 0 .. 1_000;
   function "<" (Left, Right : Count) return Boolean is (False);
   function "+" (Left, Right : Count) return Count is (0);
   X : Word;
begin
   if M'Length in 0 .. 999 then
      X := Word (M'Length mod 256);
      pragma Assert (X < 256);
   end if;
   pragma Assert (1 < 2);
   pragma Assert (not (Count'(1) < 2));
   pragma Assert (Word (1 + 2) = 3);
   pragma Assert (Count'(1) + 2 = 0);
end Operators_Of_Private_Types;
