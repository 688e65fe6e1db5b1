-- Beyond 2 ** 24, adding one may change nothing.
-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Increment_Absorbed (X : Float) is
   Y : Float;
begin
   if X in 0.0 .. 1.0e8 then
      Y := X + 1.0;
      pragma Assert (Y > X); --~ violated assertion
   end if;
end Increment_Absorbed;
