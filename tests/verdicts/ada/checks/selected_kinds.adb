-- Only the kinds asked for are checked; the overflow before them does not stop the run.
-- run: cairn check %s --no-check all --check index
-- exit: 1

procedure Selected_Kinds (Offset : Integer; Value : out Integer) is
   Table : constant array (1 .. 4) of Integer := (2, 3, 5, 7);
   Place : Integer;
begin
   Place := Offset + 1;
   Value := Table (Place); --~ violated index
end Selected_Kinds;
