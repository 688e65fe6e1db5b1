-- Named loops, exits from an outer loop, loops that count down and that never run.
-- run: cairn check %s
-- others: proved 14

procedure Named_Loops is
   Steps : Natural := 0;
   Found : Natural := 0;
   Low   : Integer := 5;
begin
   Search : for I in 1 .. 5 loop
      for J in reverse 1 .. 5 loop
         Steps := Steps + 1;
         if I * J = 12 then
            Found := 10 * I + J;
            exit Search;
         end if;
         exit when J < I;
      end loop;
   end loop Search;
   pragma Assert (Found = 34 and Steps = 12);
   Steps := 0;
   for I in Low .. 4 loop
      Steps := 1;
   end loop;
   pragma Assert (Steps = 0);
   while Low > 0 loop
      Low := Low - 2;
   end loop;
   pragma Assert (Low = -1);
   Outer : loop
      Inner : loop
         Low := Low + 1;
         exit Outer when Low = 3;
         exit Inner when Low mod 2 = 0;
      end loop Inner;
      Steps := Steps + 1;
   end loop Outer;
   pragma Assert (Low = 3 and Steps = 2);
end Named_Loops;
