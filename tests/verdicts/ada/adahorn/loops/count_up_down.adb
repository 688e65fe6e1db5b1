-- One counter goes down while the other goes up: they end where the other began.
-- run: cairn check %s
-- others: proved 4

procedure Count_Up_Down (N : Natural) is
   X : Natural := N;
   Y : Natural := 0;
begin
   while X > 0 loop
      X := X - 1;
      Y := Y + 1;
   end loop;
   pragma Assert (Y = N); --~ proved assertion
end Count_Up_Down;
