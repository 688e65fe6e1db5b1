-- The comparison goes on with the wrong half.
-- run: cairn check %s
-- exit: 1
-- others: proved 6

procedure Bisection_Wrong_Half (X : Float) is
   Low    : Float := 1.0;
   High   : Float := 4.0;
   Middle : Float;
begin
   if X in 1.0 .. 16.0 then
      while High - Low > 0.001 loop
         Middle := (Low + High) / 2.0;
         if Middle * Middle >= X then
            Low := Middle;
         else
            High := Middle;
         end if;
         pragma Assert (Low * Low <= X); --~ violated assertion
      end loop;
   end if;
end Bisection_Wrong_Half;
