-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Let is
   function Id (X : Integer) return Integer is (X);
   X : Integer;
begin
   X := (declare Y : constant Positive := Id (0); begin Y); --~ violated range
end Cell_Let;
