-- Unchecked_Conversion between scalars of the same size, and 'Valid.
-- run: cairn check %s
-- others: proved 3

with Ada.Unchecked_Conversion;
with Interfaces;
procedure Unchecked (Raw : Interfaces.Unsigned_8) is
   use type Interfaces.Unsigned_8;
   type Signed is range -128 .. 127;
   for Signed'Size use 8;
   function To_Signed is new Ada.Unchecked_Conversion (Interfaces.Unsigned_8, Signed);
   function To_Raw is new Ada.Unchecked_Conversion (Signed, Interfaces.Unsigned_8);
begin
   pragma Assert (To_Signed (16#FF#) = -1 and To_Signed (16#80#) = -128);
   pragma Assert (To_Raw (To_Signed (Raw)) = Raw);
   pragma Assert ((To_Signed (Raw) < 0) = (Raw >= 128));
end Unchecked;
