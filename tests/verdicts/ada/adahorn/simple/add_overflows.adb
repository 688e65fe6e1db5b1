-- The mean of two numbers, computed from their sum.
-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Add_Overflows (Low, High : Positive) is
   Middle : Integer;
begin
   Middle := (Low + High) / 2; --~ violated overflow
   pragma Assert (Middle >= Integer'Min (Low, High)); --~ proved assertion
end Add_Overflows;
