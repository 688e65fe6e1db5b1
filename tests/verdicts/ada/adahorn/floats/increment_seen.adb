-- Below a million, adding one makes a Float greater.
-- run: cairn check %s
-- others: proved 1

procedure Increment_Seen (X : Float) is
   Y : Float;
begin
   if X in 0.0 .. 1.0e6 then
      Y := X + 1.0;
      pragma Assert (Y > X); --~ proved assertion
   end if;
end Increment_Seen;
