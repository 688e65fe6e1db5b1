-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Binary_Division is
   function Id (X : Integer) return Integer is (X);
   X : Integer := Id (0);
begin
   X := 5 / X; --~ violated division-by-zero
end Cell_Binary_Division;
