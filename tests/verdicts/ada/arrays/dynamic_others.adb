-- `others` for an array whose bounds are known at run time only: values before it and choices are kept.
-- run: cairn check %s
-- exit: 1
-- others: proved 21

procedure Dynamic_Others (N : Integer) is
   type Row is array (Positive range <>) of Integer;
   subtype Size is Integer range 1 .. 4;
   procedure Fill (Count : Size) is
      subtype Part is Row (1 .. Count + 1);
      A : constant Part := (7, 8, others => 0);
      B : constant Part := (2 => 5, others => 1);
   begin
      pragma Assert (A (1) = 7 and A (2) = 8 and (if Count > 1 then A (3) = 0));
      pragma Assert (B (1) = 1 and B (2) = 5 and B'Length = Count + 1);
   end Fill;
   procedure Long (Count : Size) is
      A : constant Row (1 .. Count) := (7, 8, others => 0); --~ violated length
   begin
      pragma Assert (A (2) = 8);
   end Long;
   procedure Low (First : Integer) is
      A : constant Row := (First .. 3 => 0); --~ violated range
   begin
      pragma Assert (A'First = First);
   end Low;
begin
   if N in Size then
      Fill (N);
      Long (N);
   elsif N = 0 then
      Low (N);
   end if;
end Dynamic_Others;
