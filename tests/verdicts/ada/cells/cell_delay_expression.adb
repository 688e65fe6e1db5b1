-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Delay_Expression is
   function Id (X : Integer) return Integer is (X);
   X : Integer := Id (0);
begin
   delay Duration (1 / X); --~ violated division-by-zero
end Cell_Delay_Expression;
