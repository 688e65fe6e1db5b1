--  Of what can never be called everything holds: then nothing is verified.
--  run: cairn prove %s
--  exit: 2
--  diagnostics: warning U0009
-- others: proved 1
procedure Contradiction is
   procedure Never (X : Integer)  --~ warning U0009
   with Pre => X > 3 and X < 2
   is
   begin
      pragma Assert (X = 17);
   end Never;
begin
   null;
end Contradiction;
