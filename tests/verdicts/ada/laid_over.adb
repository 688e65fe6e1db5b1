--  run: cairn check %s
--  exit: 2
-- others: proved 1
--  An object at the address of another shares its value, from its declaration on.
procedure Laid_Over is
   A : Integer := 0;
begin
   pragma Assert (A = 0);
   declare
      B : Integer := 1 with Address => A'Address;   --~ unsupported unsupported
   begin
      pragma Assert (A = 0);   --~ unsupported assertion
   end;
end Laid_Over;
