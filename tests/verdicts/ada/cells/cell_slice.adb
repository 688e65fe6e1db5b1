-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Cell_Slice is
   function Id (X : Integer) return Integer is (X);
   S : String := "abcd";
begin
   S (1 .. 2) := S (Id (4) .. Id (5)); --~ violated index
end Cell_Slice;
