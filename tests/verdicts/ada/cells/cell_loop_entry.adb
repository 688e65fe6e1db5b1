-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Cell_Loop_Entry is
   function Id (X : Integer) return Integer is (X);
   X : Integer := 0;
begin
   for I in 1 .. 2 loop
      X := X + Id (1);
      pragma Assert (X = X'Loop_Entry + 1); --~ violated assertion
   end loop;
end Cell_Loop_Entry;
