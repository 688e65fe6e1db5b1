-- Assert, Assert_And_Cut, Check and Assume, each with its meaning.
-- run: cairn check %s
-- exit: 1
-- others: proved 8

procedure Pragmas (N : Integer; Half : out Integer) is
begin
   pragma Assume (N >= 0 and N < 1_000);
   Half := N / 2;
   pragma Assert (Half <= 499);
   pragma Assert (Half * 2 = N or Half * 2 + 1 = N, "half of N");
   pragma Check (Assertion, Half >= 0);
   pragma Assert_And_Cut (Half in 0 .. 499);
   pragma Check (Assertion, Half /= 250); --~ violated assertion
   pragma Assert (Half /= 250);
   if N > 2_000 then
      pragma Assert (False); --~ proved assertion unreachable
   end if;
end Pragmas;
