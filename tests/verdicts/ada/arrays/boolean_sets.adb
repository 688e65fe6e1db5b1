-- Logical operators work on whole Boolean arrays; packing changes nothing that can be seen.
-- run: cairn check %s
-- exit: 1

procedure Boolean_Sets is
   type Flags is array (0 .. 7) of Boolean;
   pragma Pack (Flags);
   type Part is array (Integer range <>) of Boolean;
   Ready  : constant Flags := (0 | 2 | 4 => True, others => False);
   Armed  : constant Flags := (0 .. 3 => True, others => False);
   Both   : Flags := Ready and Armed;
   Short  : Part (1 .. 3) := (True, False, True);
   Longer : Part (1 .. 4) := (others => True);
begin
   pragma Assert (Both = (0 | 2 => True, 1 | 3 .. 7 => False)); --~ proved assertion
   Both := Ready or not Armed;
   pragma Assert (Both (6) and Both (2) and not Both (1)); --~ proved assertion
   pragma Assert ((Ready xor Ready) = (0 .. 7 => False)); --~ proved assertion
   Longer (2 .. 4) := Short and Longer (1 .. 3); --~ proved length, proved index
   pragma Assert (Longer = (True, True, False, True)); --~ proved assertion
   Longer := Longer and Short; --~ violated length
end Boolean_Sets;
