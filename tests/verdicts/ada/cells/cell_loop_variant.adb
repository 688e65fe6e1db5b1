-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Loop_Variant is
   function Id (X : Integer) return Integer is (X);
   X : Integer := 0;
begin
   while X < 3 loop
      pragma Loop_Variant (Decreases => X); --~ violated variant
      X := X + Id (1);
   end loop;
end Cell_Loop_Variant;
