-- run: cairn check %s
-- exit: 1
-- others: proved 2

procedure Cell_Contract_Cases is
   function Id (X : Integer) return Integer is (X);
   procedure P (X : Integer; Y : out Integer) with Contract_Cases => (X > 0 => Y = 2, others => True); --~ violated postcondition
   procedure P (X : Integer; Y : out Integer) is
   begin
      Y := X;
   end P;
   Z : Integer;
begin
   P (Id (1), Z);
end Cell_Contract_Cases;
