-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Index is
   function Id (X : Integer) return Integer is (X);
   A : array (1 .. 3) of Integer := (others => 0);
begin
   A (Id (4)) := 1; --~ violated index
end Cell_Index;
