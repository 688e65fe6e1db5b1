-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Extended_Return is
   function Id (X : Integer) return Integer is (X);
   function F return Positive is
   begin
      return R : Positive := 1 do
         R := Id (0); --~ violated range
      end return;
   end F;
   X : Integer;
begin
   X := F;
end Cell_Extended_Return;
