-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Cell_Convert_Length is
   function Id (X : Integer) return Integer is (X);
   type U is array (Positive range <>) of Integer;
   subtype C is U (1 .. 2);
   X : U (1 .. Id (3)) := (others => 0);
   Y : U (1 .. 2);
begin
   Y := C (X); --~ violated length
end Cell_Convert_Length;
