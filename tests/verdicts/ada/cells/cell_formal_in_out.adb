-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Formal_In_Out is
   function Id (X : Integer) return Integer is (X);
   A : array (1 .. 3) of Integer := (others => 0);
   generic
      X : in out Integer;
   procedure G;
   procedure G is null;
begin
   declare
      procedure P is new G (A (Id (4))); --~ violated index
   begin
      P;
   end;
end Cell_Formal_In_Out;
