-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Cell_Assign_Discriminant is
   function Id (X : Integer) return Integer is (X);
   type T (D : Integer) is record
      V : Integer;
   end record;
   X : T (1) := (1, 0);
   Y : T (Id (2)) := (Id (2), 0);
begin
   X := Y; --~ violated discriminant
end Cell_Assign_Discriminant;
