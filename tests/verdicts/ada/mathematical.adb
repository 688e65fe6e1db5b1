-- Integers as mathematical integers with explicit bounds: the verdicts are those of the machine.
-- run: cairn check %s --integers math
-- exit: 1

procedure Mathematical (A, B : Integer) is
   type Octet is mod 256;
   Sum  : Integer;
   Wrap : Octet;
begin
   if A > 0 and then B > 0 and then A < 1000 and then B < 1000 then
      Sum := A + B; --~ proved overflow
      pragma Assert (Sum > A); --~ proved assertion
      pragma Assert (Sum mod 7 in 0 .. 6); --~ proved assertion
      Wrap := Octet (Sum mod 256) + 200; --~ proved range
      pragma Assert (Wrap >= 200); --~ violated assertion
   end if;
   Sum := A - B; --~ violated overflow
end Mathematical;
