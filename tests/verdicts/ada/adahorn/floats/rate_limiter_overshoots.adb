-- A whole step is made even where less would do.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

with Signals; use Signals;

procedure Rate_Limiter_Overshoots (Input : Signal) is
   Step   : constant := 50.0;
   Sample : Float;
   Output : Float := 0.0;
begin
   if Input'Length <= 1000 then
      for Reading of Input loop
         Sample := Float (Reading) / 1000.0;
         if Sample in -128.0 .. 128.0 then
            if Sample > Output then
               Output := Output + Step;
            elsif Sample < Output then
               Output := Output - Step;
            end if;
         end if;
         pragma Assert (Output in -128.0 .. 128.0); --~ violated assertion
      end loop;
   end if;
end Rate_Limiter_Overshoots;
