--  A recursion whose depth is an input: proved by a summary of the function.
--  run: cairn check %s
-- others: proved 5
--  needs: solvers
procedure Any_Depth (N : Natural) is

   function Same (X : Natural) return Natural is
   begin
      if X = 0 then
         return 0;
      end if;
      return Same (X - 1) + 1;
   end Same;

begin
   pragma Assert (Same (N) = N);
end Any_Depth;
