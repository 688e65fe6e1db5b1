-- The subtype of the divisor keeps zero out.
-- run: cairn check %s
-- others: proved 2

procedure Divide_Guarded (Total : Natural; Parts : Positive) is
   Share : constant Natural := Total / Parts; --~ proved division-by-zero
begin
   pragma Assert (Share <= Total); --~ proved assertion
   pragma Assert (Parts = 1 or Share <= Total / 2); --~ proved assertion
end Divide_Guarded;
