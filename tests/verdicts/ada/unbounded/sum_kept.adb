--  X and Y together stay N, whatever N is: `X + Y = N` is found, and is an invariant.
--  run: cairn check %s
-- others: proved 5
procedure Sum_Kept (N : in Integer; R : out Integer) is
   X : Integer := 0;
   Y : Integer := N;
begin
   while Y > 0 loop
      X := X + 1;
      Y := Y - 1;
      pragma Assert (X + Y = N);
   end loop;
   R := X;
   pragma Assert (if N >= 0 then R = N);
end Sum_Kept;
