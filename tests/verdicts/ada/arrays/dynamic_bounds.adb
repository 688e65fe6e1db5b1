-- An array whose length depends on a parameter.
-- run: cairn check %s
-- exit: 1
-- others: proved 6

procedure Dynamic_Bounds (N : Integer; K : Integer; Total : out Integer) is
   subtype Size is Integer range 0 .. 5;
   type Buffer is array (Positive range <>) of Integer;
begin
   Total := 0;
   if N in Size then
      declare
         B : Buffer (1 .. N) := (others => 3);
      begin
         for X of B loop
            Total := Total + X;
         end loop;
         pragma Assert (Total = 3 * N and B'Length = N);
         if K in 1 .. 5 then
            B (K) := 1; --~ violated index
            pragma Assert (K <= N);
         end if;
      end;
   end if;
end Dynamic_Bounds;
