-- Sums of small numbers do not overflow.
-- run: cairn check %s
-- others: proved 4

procedure Add_Bounded (A, B, C : Character) is
   Sum : Integer;
begin
   Sum := Character'Pos (A) + Character'Pos (B) * 256 + Character'Pos (C) * 65_536;
   pragma Assert (Sum in 0 .. 16_777_215); --~ proved assertion
end Add_Bounded;
