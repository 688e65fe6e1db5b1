--  A sum over an array: places are the start and the head of the loop.
--  run: cairn check %s --show transition

procedure Sum is
   type Index is range 1 .. 10;
   type Numbers is array (Index) of Integer range 0 .. 100;
   A     : Numbers := (others => 7);
   Total : Integer := 0;
begin
   for I in Index loop
      Total := Total + A (I);
   end loop;
   pragma Assert (Total = 70);
end Sum;
