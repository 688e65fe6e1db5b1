-- run: cairn check %s
-- exit: 1
-- others: proved 33
--  A slice as an `out` or `in out` argument: the procedure changes part of the array, and its bounds are checked.
procedure Slice_Argument is
   type Numbers is array (Positive range <>) of Integer;
   subtype Three is Numbers (1 .. 3);
   Line : String (1 .. 8) := "ABCDEFGH";
   Row  : Numbers (1 .. 10) := (others => 0);
   Low  : Integer := 3;

   procedure Shift (Text : in out String) is
   begin
      Text (Text'First + 1 .. Text'Last) := Text (Text'First .. Text'Last - 1);
      Text (Text'First) := '_';
   end Shift;

   procedure Count (X : in out Numbers) is
   begin
      if X'Length > 1 then
         X (X'First) := X'Length;
         Count (X (X'First + 1 .. X'Last));
      end if;
   end Count;

   procedure Fill (X : out Three) is
   begin
      X := (1, 2, 3);
   end Fill;

   procedure Swap (X, Y : in out Numbers) is
      T : constant Numbers (X'Range) := X;
   begin
      X := Y;
      Y := T;
   end Swap;
begin
   Shift (Line (Low .. 6));
   pragma Assert (Line = "AB_CDEGH");
   Count (Row (1 .. 4));
   Count (Row (5 .. 4));
   pragma Assert (Row (1 .. 5) = (4, 3, 2, 0, 0));
   Fill (Row (Low .. Low + 2));
   pragma Assert (Row (1 .. 6) = (4, 3, 1, 2, 3, 0));
   Swap (Row (1 .. 2), Row (Low .. 4));
   pragma Assert (Row (1 .. 4) = (1, 2, 4, 3));
   if Low = 3 then
      Low := 8;
      Fill (Row (7 .. Low));   --~ violated length
   end if;
   Shift (Line (Low .. 9));
end Slice_Argument;
