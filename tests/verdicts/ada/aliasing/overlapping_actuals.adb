-- run: cairn check %s
-- exit: 2
-- others: unsupported 11

--  Arrays and records are passed as the compiler likes: what overlaps at a call is told.
procedure Overlapping_Actuals (I, J : Integer) is
   type Row is array (1 .. 4) of Integer;
   type Pair is record
      Left, Right : Row;
   end record;
   type Table is array (1 .. 3) of Row;

   Whole : Row := (others => 0);
   Two   : Pair := (others => (others => 0));
   Many  : Table := (others => (others => 0));
   View  : Row renames Two.Left;

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
   case I is
      when 1 => Write_Whole (Whole);
      when 2 => Indirectly (Whole);
      when 3 => Write_Left (View);
      when 4 => Copy (Whole, Whole);
      when 5 => Copy (Many (1), Many (1));
      when 6 => Fill (Whole);
      when 7 =>
         for R of Many loop
            Copy (Many (2), R);
         end loop;
      when 8 =>
         if J in 1 .. 3 then
            Both (Whole (J), Whole (2)); --~ unsupported unsupported, proved index
         end if;
      when others => null;
   end case;
end Overlapping_Actuals;
