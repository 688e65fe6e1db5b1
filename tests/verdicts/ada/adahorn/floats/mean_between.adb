-- The mean of two numbers lies between them, in spite of rounding.
-- run: cairn check %s
-- others: proved 3

procedure Mean_Between (X, Y : Float) is
   Mean : Float;
begin
   if X in 1.0 .. 1.0e6 and Y in 1.0 .. 1.0e6 then
      Mean := (X + Y) / 2.0;
      pragma Assert (Mean >= Float'Min (X, Y)); --~ proved assertion
      pragma Assert (Mean <= Float'Max (X, Y)); --~ proved assertion
   end if;
end Mean_Between;
