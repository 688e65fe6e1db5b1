-- The number a text stands for.
-- run: cairn check %s
-- today: exit 2, unsupported 2
-- others: proved

procedure Value is
   N : Integer := 12;
begin
   N := Integer'Value (Integer'Image (N));
   pragma Assert (N = 12);
end Value;
