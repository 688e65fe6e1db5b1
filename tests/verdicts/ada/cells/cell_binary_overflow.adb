-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Binary_Overflow is
   function Id (X : Integer) return Integer is (X);
   X : Integer := Id (Integer'Last);
begin
   X := X + 1; --~ violated overflow
end Cell_Binary_Overflow;
