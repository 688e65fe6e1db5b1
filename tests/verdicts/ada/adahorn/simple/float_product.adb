-- Factors of which the product stays far below the greatest number.
-- run: cairn check %s
-- others: proved 1

procedure Float_Product (Width, Height : Positive) is
   Area : Float;
begin
   Area := Float (Width) * Float (Height);
   pragma Assert (Area >= 1.0); --~ proved assertion
   pragma Assert (Area <= 4.7e18); --~ proved assertion
end Float_Product;
