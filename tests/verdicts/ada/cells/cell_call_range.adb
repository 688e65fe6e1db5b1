-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Call_Range is
   function Id (X : Integer) return Integer is (X);
   procedure P (X : Positive) is null;
begin
   P (Id (0)); --~ violated range
end Cell_Call_Range;
