-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Assign_Range is
   function Id (X : Integer) return Integer is (X);
   X : Positive := 1;
begin
   X := Id (0); --~ violated range
end Cell_Assign_Range;
