-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Return_Missing is
   function Id (X : Integer) return Integer is (X);
   function F return Positive is
   begin
      if Id (1) = 2 then
         return 1;
      end if;
   end F; --~ violated reachable
   X : Integer;
begin
   X := F;
end Cell_Return_Missing;
