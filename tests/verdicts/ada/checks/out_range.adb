-- An `out` parameter of a wider type is copied back into a variable of a narrower one.
-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Out_Range (Sensor : Integer; Doors_Open : out Natural) is
   procedure Read (Value : out Integer) is
   begin
      Value := Sensor;
   end Read;
begin
   Doors_Open := 0;
   if Sensor < 5 then
      Read (Doors_Open); --~ violated range
      pragma Assert (Doors_Open < 5);
   end if;
end Out_Range;
