-- The fifth power of a large number is greater than the greatest number.
-- run: cairn check %s
-- exit: 1
-- others: proved 2

pragma Check_Float_Overflow;

procedure Float_Product_Overflows (Side : Positive) is
   Length, Square, Fourth : Float;
begin
   Length := Float (Side);
   Square := Length * Length;
   Fourth := Square * Square;
   pragma Assert (Fourth >= Length); --~ proved assertion
   Fourth := Fourth * Length; --~ violated float
end Float_Product_Overflows;
