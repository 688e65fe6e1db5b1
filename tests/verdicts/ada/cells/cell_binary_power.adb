-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Cell_Binary_Power is
   function Id (X : Integer) return Integer is (X);
   X : Integer := Id (-1);
begin
   X := Id (3) ** X; --~ violated range
   pragma Assert (X /= 7);
end Cell_Binary_Power;
