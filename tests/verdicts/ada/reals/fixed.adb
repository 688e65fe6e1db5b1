-- Ordinary fixed point: exact sums, products that truncate to the small of their target, and ranges.
-- run: cairn check %s
-- exit: 1
-- others: proved 18

procedure Fixed (Raw : Integer) is
   type Volt is delta 0.125 range 0.0 .. 100.0;
   type Gain is delta 0.01 range 0.0 .. 10.0;
   V : Volt := 12.5;
   W : Volt;
   G : Gain := 1.5;
begin
   pragma Assert (V + 0.125 = 12.625 and Volt'Small = 0.125 and Volt'Delta = 0.125);
   W := V * 3;
   pragma Assert (W = 37.5);
   W := V / 3;
   pragma Assert (W = 4.125);
   W := Volt (V * G);
   pragma Assert (W = 18.75);
   pragma Assert (Integer (V) = 13 and Integer (W) = 19);
   pragma Assert (G >= 1.5 and Gain'Small <= 0.01);
   if Raw in 0 .. 200 then
      W := Volt (Raw); --~ violated range
      pragma Assert (W <= 100.0);
   end if;
end Fixed;
