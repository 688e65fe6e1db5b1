-- One counter moves in every iteration, the other in every second one.
-- run: cairn check %s
-- others: proved 4

procedure Half_As_Often (N : Natural) is
   I, Half : Natural := 0;
   Second  : Boolean := False;
begin
   while I < N loop
      if Second then
         Half := Half + 1;
      end if;
      Second := not Second;
      I := I + 1;
   end loop;
   pragma Assert (Half = N / 2); --~ proved assertion
end Half_As_Often;
