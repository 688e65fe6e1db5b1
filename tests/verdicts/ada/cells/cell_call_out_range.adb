-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Call_Out_Range is
   function Id (X : Integer) return Integer is (X);
   procedure P (X : out Integer) is
   begin
      X := Id (0);
   end P;
   Y : Positive := 1;
begin
   P (Y); --~ violated range
end Cell_Call_Out_Range;
