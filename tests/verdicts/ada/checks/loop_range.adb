-- The range of a loop lies outside the subtype it names.
-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Loop_Range is
   subtype Small is Integer range 1 .. 10;
   Last : Integer := 20;
   Sum  : Integer := 0;
begin
   for I in Small range 5 .. 20 loop --~ violated range
      Sum := Sum + 1;
   end loop;
   pragma Assert (Sum < Last);
end Loop_Range;
