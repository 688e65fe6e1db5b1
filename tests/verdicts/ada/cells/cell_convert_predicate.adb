-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Convert_Predicate is
   function Id (X : Integer) return Integer is (X);
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   X : Integer;
begin
   X := Even (Id (1)); --~ violated assertion
end Cell_Convert_Predicate;
