-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Loop_Invariant is
   function Id (X : Integer) return Integer is (X);
   X : Integer := 0;
begin
   for I in 1 .. 2 loop
      X := X + Id (1);
      pragma Loop_Invariant (X = 1); --~ violated invariant-preserved
   end loop;
end Cell_Loop_Invariant;
