-- GNAT keeps the sign of a literal zero.
--  run: cairn check %s
--  exit: 1
-- others: proved 0
procedure Negative_Zero is
   X : constant Float := -0.0;
begin
   pragma Assert (Float'Copy_Sign (1.0, X) > 0.0);   --~ violated assertion
end Negative_Zero;
