-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Constraint is
   function Id (X : Integer) return Integer is (X);
begin
   declare
      subtype S is Positive range Id (0) .. 3; --~ violated range
   begin
      null;
   end;
end Cell_Constraint;
