-- run: cairn check %s
-- exit: 2
-- others: unsupported 1

procedure Cell_Array_Aggregate_Length is
   function Id (X : Integer) return Integer is (X);
   type U is array (Positive range <>) of Integer;
   X : U (1 .. 2) := (others => 0);
begin
   X := (1 .. Id (3) => 0);
end Cell_Array_Aggregate_Length;
