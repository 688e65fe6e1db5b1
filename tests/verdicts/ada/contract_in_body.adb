--  run: cairn check %s
-- others: proved 5
--  Pragmas at the beginning of a body are the contract of its subprogram.
procedure Contract_In_Body (Start : Integer) is
   procedure Decrease (X : in out Integer) is
      pragma Precondition (X > 0);
      pragma Postcondition (X = X'Old - 1);
   begin
      X := X - 1;
   end Decrease;

   Y : Integer := Start;
begin
   if Y > 0 then
      Decrease (Y);
      pragma Assert (Y >= 0);
   end if;
end Contract_In_Body;
