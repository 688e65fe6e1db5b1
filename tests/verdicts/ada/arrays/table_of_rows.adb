-- An array of arrays, with rows copied and compared as a whole.
-- run: cairn check %s
-- others: proved 7

procedure Table_Of_Rows is
   type Channel is (Left, Right, Centre);
   type Row is array (Channel) of Natural;
   type Table is array (1 .. 4) of Row;
   T : Table := (others => (Left => 1, Right => 2, Centre => 3));
   R : Row;
   procedure Clear (X : in out Row) is
   begin
      X := (others => 0);
   end Clear;
begin
   T (2) (Right) := 9;
   R := T (2);
   pragma Assert (R = (1, 9, 3));
   pragma Assert (T (1) = T (3) and T (2) /= T (3));
   T (3 .. 4) := (T (2), T (1));
   pragma Assert (T (3) (Right) = 9 and T (4) = (1, 2, 3));
   Clear (T (3));
   pragma Assert ((for all C in Channel => T (3) (C) = 0));
   pragma Assert (T (2) = R);
end Table_Of_Rows;
