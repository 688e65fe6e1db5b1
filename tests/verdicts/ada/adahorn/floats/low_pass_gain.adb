-- The weights add up to more than one, and so does the state.
-- run: cairn check %s
-- exit: 1
-- others: proved 5

with Signals; use Signals;

procedure Low_Pass_Gain (Input : Signal) is
   Sample : Float;
   State  : Float := 0.0;
begin
   for Reading of Input loop
      Sample := Float (Reading) / 1000.0;
      if Sample in -1.0 .. 1.0 then
         State := 0.5 * State + 0.625 * Sample;
      end if;
      pragma Assert (State in -1.0 .. 1.0); --~ violated assertion
   end loop;
end Low_Pass_Gain;
