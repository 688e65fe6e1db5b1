-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Qualify_Range is
   function Id (X : Integer) return Integer is (X);
   X : Integer;
begin
   X := Positive'(Id (0)); --~ violated range
end Cell_Qualify_Range;
