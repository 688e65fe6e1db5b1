-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Raise_Statement is
   function Id (X : Integer) return Integer is (X);
   E : exception;
begin
   if Id (1) = 1 then
      raise E; --~ violated reachable
   end if;
end Cell_Raise_Statement;
