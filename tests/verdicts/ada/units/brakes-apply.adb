-- part-of: brakes.adb

separate (Brakes)
procedure Apply (Line : in out Pressure; Step : Pressure) is
begin
   if Step > Line then
      Line := 0;
   else
      Line := Line - Step;
   end if;
   Applications := Applications + 1; --~ violated overflow
end Apply;
