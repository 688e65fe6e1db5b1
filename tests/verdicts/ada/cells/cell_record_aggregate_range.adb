-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Record_Aggregate_Range is
   function Id (X : Integer) return Integer is (X);
   type T is record
      V : Positive;
   end record;
   X : T;
begin
   X := (V => Id (0)); --~ violated range
end Cell_Record_Aggregate_Range;
