-- Characters are an enumeration: positions, ranges, successors; the wide forms too.
-- run: cairn check %s
-- exit: 1
-- others: proved 15

procedure Characters (C : Character; Value : out Natural) is
   W : Wide_Character := 'x';
   function Upper (X : Character) return Character is
     (if X in 'a' .. 'z' then Character'Val (Character'Pos (X) - 32) else X);
begin
   Value := 99;
   case C is
      when '0' .. '9' =>
         Value := Character'Pos (C) - Character'Pos ('0');
         pragma Assert (Value <= 9);
      when 'a' .. 'f' | 'A' .. 'F' =>
         Value := Character'Pos (Upper (C)) - Character'Pos ('A') + 10;
         pragma Assert (Value in 10 .. 15);
      when others =>
         if C /= Character'Last then
            pragma Assert (Character'Succ (C) > C);
         end if;
         Value := Character'Pos (C) - 32; --~ violated range
   end case;
   W := Wide_Character'Succ (W);
   pragma Assert (W = 'y' and Wide_Character'Pos (Wide_Character'Last) = 16#FFFF#);
   pragma Assert (Upper ('q') = 'Q' and Upper ('!') = '!');
end Characters;
