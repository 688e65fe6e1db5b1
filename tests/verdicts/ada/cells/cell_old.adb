-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Old is
   function Id (X : Integer) return Integer is (X);
   type A is array (1 .. 2) of Integer;
   X : A := (others => 0);
   procedure P with Post => X = X'Old; --~ violated postcondition
   procedure P is
   begin
      X (1) := Id (1);
   end P;
begin
   P;
end Cell_Old;
