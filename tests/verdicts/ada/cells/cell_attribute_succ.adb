-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Attribute_Succ is
   function Id (X : Integer) return Integer is (X);
   type C is (Red, Green);
   X : C := C'Val (Id (1));
begin
   X := C'Succ (X); --~ violated range
end Cell_Attribute_Succ;
