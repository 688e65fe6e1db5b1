-- A slice as an `in out` argument: the procedure changes part of the array.
-- run: cairn check %s
-- today: exit 2, proved 1, unsupported 8
-- others: proved

procedure Slice_Argument is
   Line : String (1 .. 8) := "ABCDEFGH";
   procedure Shift (Text : in out String) is
   begin
      Text (Text'First + 1 .. Text'Last) := Text (Text'First .. Text'Last - 1);
      Text (Text'First) := '_';
   end Shift;
begin
   Shift (Line (3 .. 6));
   pragma Assert (Line = "AB_CDEGH");
end Slice_Argument;
