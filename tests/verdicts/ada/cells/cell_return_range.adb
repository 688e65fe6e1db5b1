-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Return_Range is
   function Id (X : Integer) return Integer is (X);
   function F return Positive is
   begin
      return Id (0); --~ violated range
   end F;
   X : Integer;
begin
   X := F;
end Cell_Return_Range;
