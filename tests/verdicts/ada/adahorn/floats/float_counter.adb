-- A Float that counts up passes its limit by less than one step.
-- run: cairn check %s
-- others: proved 1

procedure Float_Counter (Limit : Float) is
   X : Float := 0.0;
begin
   if Limit <= 1000.0 then
      while X < Limit loop
         X := X + 1.0;
      end loop;
      pragma Assert (X in 0.0 .. 1001.0); --~ proved assertion
   end if;
end Float_Counter;
