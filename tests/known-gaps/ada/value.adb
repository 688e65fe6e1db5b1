-- The number a text stands for.
-- run: cairn check %s
-- others: proved

procedure Value is
   N : Integer := 12;
begin
   N := Integer'Value (Integer'Image (N));
   pragma Assert (N = 12);
end Value;
