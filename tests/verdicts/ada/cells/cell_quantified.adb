-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Quantified is
   function Id (X : Integer) return Integer is (X);
   A : array (1 .. 3) of Integer := (others => Id (1));
begin
   pragma Assert (for all X of A => X > 1); --~ violated assertion
end Cell_Quantified;
