-- Overflow is a matter of each operation and of the base type: the sum of two small numbers may overflow on the way
-- although the result would fit.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

procedure Overflow_Per_Operation (A, B : Integer; Mean : out Integer; Safe : out Integer) is
begin
   if A >= 0 and B >= A then
      Safe := A + (B - A) / 2;
      Mean := (A + B) / 2; --~ violated overflow
      pragma Assert (Mean = Safe);
   else
      Mean := A;
      Safe := A;
   end if;
end Overflow_Per_Operation;
