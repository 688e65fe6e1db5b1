-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Result is
   function Id (X : Integer) return Integer is (X);
   function F return Integer with Post => F'Result > 1; --~ violated postcondition
   function F return Integer is
   begin
      return Id (1);
   end F;
   X : Integer;
begin
   X := F;
end Cell_Result;
