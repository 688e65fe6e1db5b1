-- What is counted in two places adds up, whatever decides where: here a remainder, which is hard for solvers.
-- run: cairn check %s
-- others: proved 8

procedure Remainder_Inside (N : Natural) is
   Requests, Done, Lost : Natural := 0;
begin
   while Requests < N loop
      if Requests mod 7 = 3 then
         Lost := Lost + 1;
      else
         Done := Done + 1;
      end if;
      Requests := Requests + 1;
      pragma Assert (Done + Lost = Requests); --~ proved assertion
   end loop;
   pragma Assert (Done + Lost = N); --~ proved assertion
end Remainder_Inside;
