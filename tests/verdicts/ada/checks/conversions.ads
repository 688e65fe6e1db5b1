-- part-of: conversions.adb

package Conversions is
   type Byte is mod 2 ** 8;
   type Word is mod 2 ** 16;
   type Metres is range 0 .. 1_000;
   type Feet is range 0 .. 2_000;
   type Height is delta 0.25 range -100.0 .. 1_500.0;
   function To_Byte (W : Word) return Byte;
   function Low_Byte (W : Word) return Byte;
   function To_Feet (M : Metres) return Feet;
   function To_Metres (H : Height) return Metres;
   function Rounded (H : Height) return Metres
     with Post => (if H = 2.5 then Rounded'Result = 3);
end Conversions;
