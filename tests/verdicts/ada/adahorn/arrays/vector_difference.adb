-- What was subtracted can be added again.
-- run: cairn check %s
-- others: proved 19

procedure Vector_Difference (N : Positive; First, Step : Integer) is
   subtype Small is Integer range -1000 .. 1000;
   type Table is array (Positive range <>) of Small;
begin
   if N <= 100_000 and First in Small and Step in Small then
      declare
         A : Table (1 .. N) := (others => First);
         B : Table (1 .. N) := (others => Step);
         C : array (1 .. N) of Integer := (others => 0);
      begin
         A (N) := Step;
         B (1) := First;
         for I in C'Range loop
            C (I) := A (I) - B (I);
         end loop;
         for I in C'Range loop
            pragma Assert (C (I) + B (I) = A (I)); --~ proved assertion
         end loop;
      end;
   end if;
end Vector_Difference;
