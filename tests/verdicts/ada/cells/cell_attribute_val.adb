-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Attribute_Val is
   function Id (X : Integer) return Integer is (X);
   type C is (Red, Green);
   X : C;
begin
   X := C'Val (Id (2)); --~ violated range
end Cell_Attribute_Val;
