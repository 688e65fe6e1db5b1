-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Named is
   function Id (X : Integer) return Integer is (X);
   A : array (1 .. 3) of Integer := (others => 0);
begin
   declare
      X : Integer renames A (Id (4)); --~ violated index
   begin
      null;
   end;
end Cell_Named;
