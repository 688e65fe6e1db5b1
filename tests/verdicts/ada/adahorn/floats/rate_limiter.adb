-- The output follows the input by steps of limited size, and never leaves the range of the input.
-- run: cairn check %s
-- others: proved 6

with Signals; use Signals;

procedure Rate_Limiter (Input : Signal) is
   Step   : constant := 16.0;
   Sample : Float;
   Output : Float := 0.0;
begin
   for Reading of Input loop
      Sample := Float (Reading) / 1000.0;
      if Sample in -128.0 .. 128.0 then
         if Sample - Output > Step then
            Output := Output + Step;
         elsif Sample - Output < -Step then
            Output := Output - Step;
         else
            Output := Sample;
         end if;
      end if;
      pragma Assert (Output in -128.0 .. 128.0); --~ proved assertion
   end loop;
end Rate_Limiter;
