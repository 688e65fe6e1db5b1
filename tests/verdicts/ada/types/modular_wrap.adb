-- Modular arithmetic wraps at the modulus, whether or not that is a power of two.
-- run: cairn check %s
-- others: proved 11

procedure Modular_Wrap (H : Integer; Turn : Integer) is
   type Heading is mod 360;
   type Digit is mod 10;
   type Octet is mod 2 ** 8;
   Course : Heading;
   D      : Digit := 7;
   B      : Octet := 16#F0#;
begin
   if H in 0 .. 359 and Turn in -180 .. 180 then
      Course := Heading (H);
      if Turn >= 0 then
         Course := Course + Heading (Turn);
      else
         Course := Course - Heading (-Turn);
      end if;
      pragma Assert (Integer (Course) = (H + Turn) mod 360);
   end if;
   D := D * 9;
   pragma Assert (D = 3 and -D = 7 and D - 5 = 8);
   pragma Assert (not D = 6 and (D xor 9) = 0);
   B := not B;
   pragma Assert (B = 16#0F# and (B and 3) = 3 and (B or 16#30#) = 16#3F# and (B xor 16#FF#) = 16#F0#);
   pragma Assert (Octet'Modulus = 256 and Heading'Last = 359 and Octet'Mod (-1) = 255);
   pragma Assert (B / 4 = 3 and B mod 4 = 3 and B ** 2 = 225 and B ** 3 = 47);
end Modular_Wrap;
