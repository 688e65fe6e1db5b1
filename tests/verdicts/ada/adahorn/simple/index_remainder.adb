-- The remainder of a negative number is negative, so it is no index.
-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Index_Remainder (Hash : Integer; Value : Integer) is
   type Table is array (0 .. 15) of Integer;
   T : Table := (others => 0);
begin
   T (Hash rem 16) := Value; --~ violated index
   pragma Assert (T (Hash rem 16) = Value); --~ proved assertion
end Index_Remainder;
