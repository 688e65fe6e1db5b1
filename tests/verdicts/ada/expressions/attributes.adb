-- Attributes of discrete types, with values and as functions.
-- run: cairn check %s
-- others: proved 16

procedure Attributes (N : Integer) is
   type Gear is (Park, Back, Neutral, Drive);
   subtype Moving is Gear range Back .. Drive;
   type Nibble is mod 16;
   type Level is range -5 .. 50;
   G : Gear := Neutral;
begin
   pragma Assert (Gear'Succ (G) = Drive and Gear'Pred (G) = Back);
   pragma Assert (Gear'Pos (G) = 2 and Gear'Val (3) = Drive and Moving'First = Back);
   pragma Assert (Moving'Pos (Back) = 1 and Gear'Base'Last = Drive);
   pragma Assert (Nibble'Modulus = 16 and Nibble'Succ (15) = 0 and Nibble'Pred (0) = 15);
   if N in -5 .. 50 then
      pragma Assert (Level'Max (Level (N), 0) >= 0);
      pragma Assert (Level'Pos (Level (N)) = N and Level'Val (N) = Level (N));
   end if;
   pragma Assert (Integer'Min (N, 3) <= 3 and Integer'Max (N, 3) >= N);
   pragma Assert (Boolean'Pos (True) = 1 and Boolean'Val (0) = False and Boolean'Succ (False));
   pragma Assert (Nibble'Mod (-1) = 15 and Nibble'Mod (35) = 3);
   pragma Assert (Nibble'Size = 4 and Boolean'Size = 1 and Character'Size = 8);
end Attributes;
