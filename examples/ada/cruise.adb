package body Cruise is
   Largest_Step : constant := 10;

   procedure Adjust (Wanted, Current : Speed; T : in out Throttle) is
      Error : constant Integer := Integer (Wanted) - Integer (Current);
      Step  : Integer;
   begin
      if abs Error > 40 then
         Step := (if Error > 0 then Largest_Step else -Largest_Step);
      elsif Error >= 0 then
         Step := Error / 4;
      else
         Step := -Error / 4;
      end if;
      T := Throttle (Integer'Max (0, Integer'Min (100, Integer (T) + Step)));
   end Adjust;
end Cruise;
