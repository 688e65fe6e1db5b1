-- The second number ends at zero only when it began where the first one did.
-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Same_Difference_Always (I, J : Natural) is
   X : Integer := I;
   Y : Integer := J;
begin
   while X /= 0 loop
      X := X - 1;
      Y := Y - 1;
   end loop;
   pragma Assert (Y = 0); --~ violated assertion
end Same_Difference_Always;
