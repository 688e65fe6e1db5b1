-- The counter that goes up does not stop below N.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

procedure Count_Up_Down_Less (N : Positive) is
   X : Natural := N;
   Y : Natural := 0;
begin
   while X > 0 loop
      X := X - 1;
      Y := Y + 1;
   end loop;
   pragma Assert (Y < N); --~ violated assertion
end Count_Up_Down_Less;
