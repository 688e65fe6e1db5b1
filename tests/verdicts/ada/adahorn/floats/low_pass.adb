-- The state of a filter stays bounded, however long the signal is.
-- run: cairn check %s
-- others: proved 5

with Signals; use Signals;

procedure Low_Pass (Input : Signal) is
   Sample : Float;
   State  : Float := 0.0;
begin
   for Reading of Input loop
      Sample := Float (Reading) / 1000.0;
      if Sample in -1.0 .. 1.0 then
         State := 0.75 * State + 0.25 * Sample;
      end if;
      pragma Assert (State in -2.0 .. 2.0); --~ proved assertion
   end loop;
end Low_Pass;
