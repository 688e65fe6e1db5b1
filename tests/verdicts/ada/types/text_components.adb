-- The characters of a string literal belong to the component subtype.
-- run: cairn check %s
-- exit: 1
-- others: proved 9

procedure Text_Components (N : Integer) is
   type Letter is ('A', 'B', 'C', 'D');
   subtype Place is Integer range 0 .. 1;
   subtype Lower is Character range 'a' .. 'z';
   type Lower_Text is array (Positive range <>) of Lower;
   procedure Spell (First : Place) is
      type Word is array (Positive range <>) of Letter range Letter'Val (First) .. 'C';
      W : Word (1 .. 3) := "BBC";
   begin
      pragma Assert (W (3) = 'C');
      W := "BAC"; --~ violated range
   end Spell;
   T : Lower_Text (1 .. 2) := "ab";
begin
   if N in Place then
      Spell (N);
   else
      T := "aB"; --~ violated range
   end if;
end Text_Components;
