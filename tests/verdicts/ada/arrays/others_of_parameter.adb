-- run: cairn check %s
-- exit: 1
-- others: proved 13
--  `others` in an assignment takes the bounds of the variable, also where it is a parameter without bounds of its own.
procedure Others_Of_Parameter is
   type Row is array (Positive range <>) of Integer;
   type Table is array (1 .. 2) of Row (1 .. 2);
   A : Row (1 .. 5) := (others => 1);
   procedure Clear (X : out Row) is
   begin
      X := (others => 0);
   end Clear;
   procedure Mark (X : in out Row) is
   begin
      X := (7, others => 5);
   end Mark;
   procedure Begin_With (X : in out Row) is
   begin
      X := (1, 2, 3, others => 4);   --~ violated length
   end Begin_With;
   T : Table := (others => (others => 3));
begin
   Clear (A (2 .. 3));
   pragma Assert (A = (1, 0, 0, 1, 1));
   Clear (T (2));
   pragma Assert (T (2) (1) = 0 and T (1) (1) = 3);
   Clear (A (3 .. 2));
   Begin_With (A (2 .. 5));
   pragma Assert (A = (1, 1, 2, 3, 4));
   Begin_With (A (1 .. 2));
   Mark (A);
end Others_Of_Parameter;
