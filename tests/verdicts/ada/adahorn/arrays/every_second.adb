-- Two indices that move at different speeds: every second element is gathered in the front.
-- run: cairn check %s
-- others: proved 11

with Vectors; use Vectors;

procedure Every_Second (A : Vector) is
   B    : Vector (1 .. 50_000) := (others => 0);
   From : Positive := 1;
   To   : Positive := 1;
begin
   if A'First = 1 and A'Last <= 100_000 then
      while From <= A'Last loop
         B (To) := A (From);
         From := From + 2;
         To := To + 1;
      end loop;
      for I in 1 .. To - 1 loop
         pragma Assert (B (I) = A (2 * I - 1)); --~ proved assertion
      end loop;
   end if;
end Every_Second;
