-- Subtypes of subtypes, null ranges and the bounds of base types.
-- run: cairn check %s
-- others: proved 9

procedure Subtypes (N : Integer) is
   subtype Small is Integer range 1 .. 100;
   subtype Tiny is Small range 10 .. 20;
   subtype Nothing is Small range 20 .. 10;
   type Speed is range -300 .. 300;
   Count : Natural := 0;
   T     : Tiny := 10;
begin
   for I in Nothing loop
      Count := Count + 1;
   end loop;
   pragma Assert (Count = 0 and Nothing'First = 20 and Nothing'Last = 10);
   pragma Assert (N not in Nothing);
   if N in Tiny then
      T := N;
      pragma Assert (N in Small and Small'First < T);
   end if;
   pragma Assert (Tiny'Base'Last = Integer'Last);
   pragma Assert (Speed'Base'First = -2 ** 15 and Speed'Size <= 16);
   pragma Assert (T in 10 .. 20);
end Subtypes;
