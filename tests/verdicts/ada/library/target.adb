-- The predefined Integer of a 16-bit target.
-- run: cairn check %s --target-config sixteen.cfg
-- exit: 1

procedure Target (A : Integer; B : out Integer) is
begin
   pragma Assert (Integer'Last = 32_767); --~ proved assertion
   B := 0;
   if A in 0 .. 200 then
      B := A * 200; --~ violated overflow
      pragma Assert (B <= 32_767); --~ proved assertion
   end if;
end Target;
