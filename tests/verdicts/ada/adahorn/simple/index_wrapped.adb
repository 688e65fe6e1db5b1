-- An index taken modulo the length is always in the bounds.
-- run: cairn check %s
-- others: proved 1

procedure Index_Wrapped (Hash : Integer; Value : Integer) is
   type Table is array (0 .. 15) of Integer;
   T : Table := (others => 0);
begin
   T (Hash mod 16) := Value; --~ proved index
   pragma Assert (T (Hash mod 16) = Value); --~ proved assertion
end Index_Wrapped;
