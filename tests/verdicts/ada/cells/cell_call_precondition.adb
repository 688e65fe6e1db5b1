-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Call_Precondition is
   function Id (X : Integer) return Integer is (X);
   procedure P (X : Integer) with Pre => X > 1;
   procedure P (X : Integer) is null;
begin
   P (Id (1)); --~ violated precondition
end Cell_Call_Precondition;
