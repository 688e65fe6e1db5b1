-- run: cairn check %s
-- exit: 1
-- others: proved

procedure Cell_Call_Precondition is
   function Id (X : Integer) return Integer is (X);
   procedure P (X : Integer) with Pre => X > 1;
   procedure P (X : Integer) is null;
begin
   P (Id (1)); --~ violated precondition
end Cell_Call_Precondition;
