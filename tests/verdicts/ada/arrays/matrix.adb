-- Two-dimensional arrays: bounds per dimension, aggregates, whole assignment and equality.
-- run: cairn check %s
-- exit: 1
-- others: proved 6

procedure Matrix (Row : Integer; Column : Integer; Found : out Integer) is
   type Grid is array (1 .. 3, 0 .. 1) of Integer;
   Unit : constant Grid := ((1, 0), (0, 1), (0, 0));
   G    : Grid := (1 => (10, 11), 2 => (others => 20), 3 => (0 => 30, 1 => 31));
   H    : Grid := (others => (others => 0));
   Sum  : Integer := 0;
begin
   for I in G'Range (1) loop
      for J in G'Range (2) loop
         Sum := Sum + G (I, J);
         H (I, J) := G (I, J);
      end loop;
   end loop;
   pragma Assert (Sum = 122 and G = H and G /= Unit);
   pragma Assert (G'Length (1) = 3 and G'Length (2) = 2 and G'Last (2) = 1 and G'First = 1);
   H := Unit;
   pragma Assert (H (2, 1) = 1);
   Found := 0;
   if Row in 1 .. 3 then
      Found := G (Row, Column); --~ violated index, proved index
      pragma Assert (Found >= 10 * Row);
   end if;
end Matrix;
