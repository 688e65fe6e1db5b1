-- run: cairn check %s
-- exit: 1
-- others: proved 4

procedure Cell_Subprogram_Variant is
   function Id (X : Integer) return Integer is (X);
   function F (X : Natural) return Natural with Subprogram_Variant => (Decreases => X);
   function F (X : Natural) return Natural is (if X > 2 then 0 else F (X + 1)); --~ violated variant
   Z : Natural;
begin
   Z := F (Id (1));
end Cell_Subprogram_Variant;
