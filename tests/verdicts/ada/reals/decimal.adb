-- Decimal fixed point, as money is counted.
-- run: cairn check %s
-- exit: 1
-- others: proved 13

procedure Decimal (Units : Integer; Total : out Integer) is
   type Money is delta 0.01 digits 8;
   Price : constant Money := 19.99;
   Sum   : Money := 0.0;
begin
   for I in 1 .. 3 loop
      Sum := Sum + Price;
   end loop;
   pragma Assert (Sum = 59.97);
   Sum := Sum / 2;
   pragma Assert (Sum = 29.98);
   pragma Assert (Integer (Sum) = 30 and Money'Last = 999_999.99);
   Total := Integer (Sum);
   if Units in 0 .. 100_000 then
      Sum := Price * Units; --~ violated
      Total := Integer (Sum);
   end if;
end Decimal;
