-- Counting down by three does not end at zero for every number.
-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Down_By_Three (N : Natural) is
   X : Integer := N;
begin
   while X > 0 loop
      X := X - 3;
   end loop;
   pragma Assert (X = 0); --~ violated assertion
end Down_By_Three;
