-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Assign_Predicate is
   function Id (X : Integer) return Integer is (X);
   type T is record
      V : Integer;
   end record with Dynamic_Predicate => T.V > 0;
   X : T := (V => 1);
begin
   X := (V => Id (0)); --~ violated assertion
end Cell_Assign_Predicate;
