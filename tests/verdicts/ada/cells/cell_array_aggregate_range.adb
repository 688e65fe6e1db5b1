-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Array_Aggregate_Range is
   function Id (X : Integer) return Integer is (X);
   type A is array (1 .. 2) of Positive;
   X : A;
begin
   X := (others => Id (0)); --~ violated range
end Cell_Array_Aggregate_Range;
