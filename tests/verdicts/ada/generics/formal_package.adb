-- A generic package that takes an instance of another as a parameter.
-- run: cairn check %s
-- others: proved 3

procedure Formal_Package is
   generic
      type Number is mod <>;
   package Ring is
      function Next (X : Number) return Number is (X + 1);
   end Ring;

   generic
      with package R is new Ring (<>);
   package Double_Ring is
      function Skip (X : R.Number) return R.Number is (R.Next (R.Next (X)));
   end Double_Ring;

   type Slot is mod 5;
   package Slots is new Ring (Slot);
   package Pairs is new Double_Ring (Slots);
begin
   pragma Assert (Slots.Next (4) = 0);
   pragma Assert (Pairs.Skip (4) = 1);
   for S in Slot loop
      pragma Assert (Pairs.Skip (S) /= S);
   end loop;
end Formal_Package;
