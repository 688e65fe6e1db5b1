-- A square root by halving an interval: its ends never leave the interval begun with.
-- run: cairn check %s
-- others: proved 5

procedure Bisection (X : Float) is
   Low    : Float := 1.0;
   High   : Float := 4.0;
   Middle : Float;
begin
   if X in 1.0 .. 16.0 then
      while High - Low > 0.001 loop
         Middle := (Low + High) / 2.0;
         if Middle * Middle <= X then
            Low := Middle;
         else
            High := Middle;
         end if;
         pragma Assert (Low >= 1.0 and High <= 4.0); --~ proved assertion
      end loop;
   end if;
end Bisection;
