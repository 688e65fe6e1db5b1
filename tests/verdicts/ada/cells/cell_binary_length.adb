-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Cell_Binary_Length is
   function Id (X : Integer) return Integer is (X);
   type B is array (Positive range <>) of Boolean;
   X : B (1 .. 2) := (others => True);
   Y : B (1 .. Id (3)) := (others => True);
begin
   X := X and Y; --~ violated length
end Cell_Binary_Length;
