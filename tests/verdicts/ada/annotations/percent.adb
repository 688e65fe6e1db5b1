-- `--%` annotations: assert, assume and notOverflow stand where a statement may.
-- run: cairn check %s
-- exit: 1
-- others: proved 5

procedure Percent (A, B : Integer; Sum : out Integer) is
   subtype Indices is Integer range 1 .. 10;
   Table : array (Indices) of Integer := (others => 1);
begin
   --% assume A >= Indices'First and A <= Indices'Last;
   --% assert (A >= 1) and (A <= 10);
   --% notOverflow (*, Integer, A, A);
   Sum := A * A;
   --% assert Sum /= 49; --~ violated assertion
   --% assert Table (A) = 1;
   if B > 0 then
      --% notOverflow (+, Integer, B, Sum); --~ violated overflow
      Sum := Sum + B;
   end if;
end Percent;
