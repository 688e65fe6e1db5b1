-- The text of discrete values.
-- run: cairn check %s
-- exit: 1
-- others: proved 13

procedure Image is
   type Color is (Red, Green, Blue);
   C : Color := Green;
   N : Integer := -120;
   M : Natural := 7;
   B : Boolean := True;
begin
   C := Color'Succ (C);
   pragma Assert (Color'Image (C) = "BLUE");
   pragma Assert (C'Image'Length = 4);
   pragma Assert (Integer'Image (N) = "-120");
   pragma Assert (Natural'Image (M) = " 7");
   M := M + 93;
   pragma Assert (Natural'Image (M) = " 100");
   pragma Assert (Boolean'Image (B) & "!" = "TRUE!");
   pragma Assert (Integer'Image (N) = " 120"); --~ violated assertion
end Image;
