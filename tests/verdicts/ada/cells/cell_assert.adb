-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Assert is
   function Id (X : Integer) return Integer is (X);
begin
   pragma Assert (Id (1) = 2); --~ violated assertion
end Cell_Assert;
