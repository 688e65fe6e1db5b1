-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Delta_Record is
   function Id (X : Integer) return Integer is (X);
   type T is record
      V : Positive;
   end record;
   X : T := (V => 1);
begin
   X := (X with delta V => Id (0)); --~ violated range
end Cell_Delta_Record;
