-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Delta_Array is
   function Id (X : Integer) return Integer is (X);
   type A is array (1 .. 2) of Integer;
   X : A := (others => 0);
begin
   X := (X with delta Id (3) => 1); --~ violated index
end Cell_Delta_Array;
