-- run: cairn check %s
-- exit: 1

procedure Overflow is
   X : Integer := Integer'Last;
begin
   X := X + 1; --~ violated overflow
end Overflow;
