-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Cell_Assign_Length is
   function Id (X : Integer) return Integer is (X);
   type U is array (Positive range <>) of Integer;
   X : U (1 .. 2) := (others => 0);
   Y : U (1 .. Id (3)) := (others => 0);
begin
   X := Y; --~ violated length
end Cell_Assign_Length;
