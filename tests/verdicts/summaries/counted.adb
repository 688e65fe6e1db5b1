--  A nested procedure that counts in a variable of the one around it, whatever the depth.
--  run: cairn check %s
-- others: proved 5
--  needs: solvers
procedure Counted (N : Natural) is

   Count : Natural := 0;

   procedure Visit (X : Natural) is
   begin
      if X > 0 then
         Visit (X - 1);
         Count := Count + 1;
      end if;
   end Visit;

begin
   Visit (N);
   pragma Assert (Count = N);
end Counted;
