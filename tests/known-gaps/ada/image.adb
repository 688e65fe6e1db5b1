-- The text of an enumeration value.
-- run: cairn check %s
-- others: proved

procedure Image is
   type Color is (Red, Green, Blue);
   C : Color := Green;
begin
   C := Color'Succ (C);
   pragma Assert (Color'Image (C) = "BLUE");
end Image;
