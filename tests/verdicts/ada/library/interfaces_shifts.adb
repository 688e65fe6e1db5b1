-- Interfaces: unsigned types, shifts and rotations; a CRC as a communication stack computes it.
-- run: cairn check %s
-- others: proved 7

with Interfaces; use Interfaces;
procedure Interfaces_Shifts (Data : Unsigned_8) is
   function Crc (Start : Unsigned_8; Byte : Unsigned_8) return Unsigned_8 is
      R : Unsigned_8 := Start xor Byte;
   begin
      for I in 1 .. 8 loop
         if (R and 16#80#) /= 0 then
            R := Shift_Left (R, 1) xor 16#07#;
         else
            R := Shift_Left (R, 1);
         end if;
      end loop;
      return R;
   end Crc;
   Word : Unsigned_16 := 16#1234#;
begin
   pragma Assert (Crc (0, 16#31#) = 16#97#);
   pragma Assert (Crc (Crc (0, Data), Crc (0, Data)) = 0);
   pragma Assert (Shift_Right (Word, 4) = 16#0123# and Rotate_Left (Word, 8) = 16#3412#);
   pragma Assert (Rotate_Right (Word, 4) = 16#4123# and Shift_Left (Word, 16) = 0);
   pragma Assert (Shift_Right_Arithmetic (Unsigned_8'(16#80#), 3) = 16#F0#);
   pragma Assert ((Unsigned_32 (Word) * 65_536) / 65_536 = 16#1234#);
   Word := Word + 16#F000#;
   pragma Assert (Word = 16#0234#);
end Interfaces_Shifts;
