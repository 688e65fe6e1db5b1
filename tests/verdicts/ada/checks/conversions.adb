-- Conversions between numeric types: the value must fit the target, and real values are rounded first.
-- run: cairn check %s
-- exit: 1
-- others: proved 5

package body Conversions is
   function To_Byte (W : Word) return Byte is
   begin
      return Byte (W); --~ violated range
   end To_Byte;

   function Low_Byte (W : Word) return Byte is
   begin
      return Byte (W mod 256);
   end Low_Byte;

   function To_Feet (M : Metres) return Feet is
   begin
      return Feet (M) * 3; --~ violated range, proved overflow
   end To_Feet;

   function To_Metres (H : Height) return Metres is
   begin
      return Metres (H); --~ violated range
   end To_Metres;

   function Rounded (H : Height) return Metres is
   begin
      if H in 0.0 .. 999.75 then
         return Metres (H);
      end if;
      return 0;
   end Rounded;
end Conversions;
