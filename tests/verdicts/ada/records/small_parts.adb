-- run: cairn check %s
-- others: proved 2
--  Components of odd sizes, as in the registers of a machine.
procedure Small_Parts is
   type Bits_12 is mod 2 ** 12 with Size => 12;
   type Bits_20 is mod 2 ** 20 with Size => 20;
   type Register is record
      Scale    : Bits_12 := 0;
      Reserved : Bits_20 := 0;
      Flag     : Boolean := False;
   end record with Size => 64;
   for Register use record
      Scale    at 0 range 0 .. 11;
      Reserved at 0 range 12 .. 31;
      Flag     at 4 range 0 .. 0;
   end record;
   type Bank is array (1 .. 2) of Register;
   type Odd_Bank is record
      First  : Bits_20;
      Both   : Bank;
      Second : Bits_12;
   end record;

   R : Register;
   B : Odd_Bank := (First => 7, Both => (others => R), Second => 9);
begin
   R.Scale := 16#FFF#;
   R.Scale := R.Scale + 1;
   B.Both (2) := (Scale => 1, Reserved => 16#F_FFFF#, Flag => True);
   pragma Assert (R.Scale = 0 and R.Reserved = 0);
   pragma Assert (B.First = 7 and B.Both (1) = R and B.Both (2).Reserved + 1 = 0 and B.Second = 9);
end Small_Parts;
