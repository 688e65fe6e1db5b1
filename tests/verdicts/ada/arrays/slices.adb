-- Slices as values and targets, overlapping ones too, and their bounds.
-- run: cairn check %s
-- exit: 1
-- others: proved 13

procedure Slices (From : Integer; Count : Integer) is
   subtype Line is String (1 .. 8);
   L : Line := "ABCDEFGH";
begin
   L (2 .. 4) := L (5 .. 7);
   pragma Assert (L = "AEFGEFGH");
   L (2 .. 8) := L (1 .. 7);
   pragma Assert (L = "AAEFGEFG");
   pragma Assert (L (5 .. 4) = "" and L (9 .. 8)'Length = 0);
   if From in 1 .. 8 and Count in 0 .. 8 then
      L (From .. From + Count - 1) := (others => '*'); --~ violated index, proved overflow
      pragma Assert (Count = 0 or else L (From) = '*');
   end if;
end Slices;
