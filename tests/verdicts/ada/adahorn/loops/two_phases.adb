-- Slow in the first half, faster in the second: the end is met exactly.
-- run: cairn check %s
-- others: proved 4

procedure Two_Phases is
   X : Natural := 0;
begin
   while X < 1_000_000 loop
      if X < 500_000 then
         X := X + 1;
      else
         X := X + 2;
      end if;
   end loop;
   pragma Assert (X = 1_000_000); --~ proved assertion
end Two_Phases;
