-- Sizes of another machine, in the table that GNAT writes: Integer has 16 bits.
-- run: cairn check %s --target-config target_table.tgt
-- exit: 1

procedure Target_Table (X : Integer) is
   Y : Integer;
begin
   Y := X / 2 + 1; --~ proved overflow
   Y := Y * 3; --~ violated overflow
end Target_Table;
