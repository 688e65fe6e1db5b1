-- Steps of two from an even number meet even numbers only.
-- run: cairn check %s
-- others: proved 2

procedure Even_Counter (Limit : Natural) is
   X : Natural := 0;
begin
   if Limit < 2_000_000_000 then
      while X < Limit loop
         pragma Assert (X mod 2 = 0); --~ proved assertion
         X := X + 2;
      end loop;
      pragma Assert (X /= 77_777_777); --~ proved assertion
   end if;
end Even_Counter;
