-- Concatenation of strings and elements of known length.
-- run: cairn check %s
-- exit: 1
-- others: proved 6

procedure Concatenation (C : Character; Line : out String) is
   Head : constant String (1 .. 3) := "ID:";
   Text : String (1 .. 5);
begin
   Text := Head & C & 'z';
   pragma Assert (Text (4) = C and Text (5) = 'z' and Text (1 .. 3) = "ID:");
   pragma Assert (String'("ab" & "cd")'Length = 4);
   pragma Assert (String'('a' & 'b') = "ab");
   Line := Text; --~ violated length
   pragma Assert (Line (Line'First) = 'I');
end Concatenation;
