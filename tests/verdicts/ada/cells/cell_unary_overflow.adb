-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Unary_Overflow is
   function Id (X : Integer) return Integer is (X);
   X : Integer := Id (Integer'First);
begin
   X := -X; --~ violated overflow
end Cell_Unary_Overflow;
