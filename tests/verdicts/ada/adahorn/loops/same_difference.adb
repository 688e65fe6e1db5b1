-- Two numbers that are equal stay equal while both are counted down.
-- run: cairn check %s
-- others: proved 2

procedure Same_Difference (I, J : Natural) is
   X : Integer := I;
   Y : Integer := J;
begin
   while X /= 0 loop
      X := X - 1;
      Y := Y - 1;
   end loop;
   if I = J then
      pragma Assert (Y = 0); --~ proved assertion
   end if;
end Same_Difference;
