-- Output has no effect on what is checked; Characters.Handling and Latin_1 are there.
-- run: cairn check %s
-- others: proved 9

with Ada.Text_IO; use Ada.Text_IO;
with Ada.Characters.Handling;
with Ada.Characters.Latin_1;
procedure Text_Output is
   use Ada.Characters.Handling;
   package Latin renames Ada.Characters.Latin_1;
   Count : Natural := 0;
begin
   Put_Line ("start");
   New_Line;
   for C in Character range 'a' .. 'e' loop
      Put (C);
      if Is_Letter (C) and then To_Upper (C) in 'A' .. 'E' then
         Count := Count + 1;
      end if;
   end loop;
   pragma Assert (Count = 5);
   pragma Assert (Latin.LF = Character'Val (10) and Is_Digit ('7') and not Is_Digit ('x'));
   pragma Assert (Is_Control (Latin.CR) and To_Lower ('Z') = 'z');
end Text_Output;
