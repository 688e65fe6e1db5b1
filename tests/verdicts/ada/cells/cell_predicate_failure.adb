-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Predicate_Failure is
   function Id (X : Integer) return Integer is (X);
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0, Predicate_Failure => raise Program_Error;
   X : Even := 0;
begin
   X := Id (1); --~ violated assertion
end Cell_Predicate_Failure;
