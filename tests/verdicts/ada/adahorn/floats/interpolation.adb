-- Values between the points of a table stay between the least and the greatest of its entries.
-- run: cairn check %s
-- others: proved 10

procedure Interpolation (X : Float) is
   Table : constant array (0 .. 4) of Float := (5.0, 1.0, 4.0, 2.0, 8.0);
   Left  : Natural;
   Part  : Float;
   Y     : Float;
begin
   if X >= 0.0 and X < 4.0 then
      Left := Integer (Float'Floor (X));
      Part := X - Float (Left);
      Y := Table (Left) + Part * (Table (Left + 1) - Table (Left));
      pragma Assert (Y in 1.0 .. 8.0); --~ proved assertion
   end if;
end Interpolation;
