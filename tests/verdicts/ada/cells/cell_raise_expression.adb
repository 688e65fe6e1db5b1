-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Raise_Expression is
   function Id (X : Integer) return Integer is (X);
   X : Integer;
begin
   X := (if Id (1) = 1 then raise Program_Error else 1); --~ violated reachable
end Cell_Raise_Expression;
