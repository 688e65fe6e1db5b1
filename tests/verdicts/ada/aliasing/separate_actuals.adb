-- run: cairn check %s
-- others: proved 16

--  Actuals that do not overlap with what the body reaches by name, nor with each other.
procedure Separate_Actuals (I, J : Integer) is
   type Row is array (1 .. 4) of Integer;
   type Pair is record
      Left, Right : Row;
   end record;
   type Table is array (1 .. 3) of Row;

   Whole : Row := (others => 0);
   Two   : Pair := (others => (others => 0));
   Many  : Table := (others => (others => 0));

   procedure Write_Whole (X : in Row) is
   begin
      Whole (1) := 5;
      pragma Assert (X (1) = 0);
   end Write_Whole;

   procedure Write_Left (X : in Row) is
   begin
      Two.Left (1) := 5;
      pragma Assert (X (1) = 0);
   end Write_Left;

   procedure Indirectly (X : in Row) is
   begin
      Write_Whole (Many (2));
      pragma Assert (X (2) = 0);
   end Indirectly;

   procedure Copy (From : in Row; To : in out Row) is
   begin
      To (1) := From (2);
      To (2) := From (1);
   end Copy;

   procedure Both (X, Y : out Integer) is
   begin
      X := 1;
      Y := 2;
   end Both;

   procedure Fill (X : in out Row) is
   begin
      X (1) := Whole (1) + 1;
   end Fill;
begin
   Write_Whole (Two.Left);
   Write_Whole (Many (1));
   Write_Left (Two.Right);
   Copy (Two.Left, Two.Right);
   Copy (Many (1), Many (2));
   Both (Whole (1), Whole (2));
   Fill (Many (3));
   if I in 1 .. 3 and then J in 1 .. 3 and then I /= J then
      Copy (Many (I), Many (J));
      Both (Whole (I), Whole (J));
   end if;
end Separate_Actuals;
