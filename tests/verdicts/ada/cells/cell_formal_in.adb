-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Formal_In is
   function Id (X : Integer) return Integer is (X);
   generic
      X : Positive;
   procedure G;
   procedure G is null;
begin
   declare
      procedure P is new G (Id (0)); --~ violated range
   begin
      P;
   end;
end Cell_Formal_In;
