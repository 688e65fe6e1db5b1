--  postcondition 4
procedure Postcond is
   procedure Inc (X : in out Integer)
     with Post => X = X'Old + 1
   is
   begin
      X := X + 2;
   end Inc;
   Y : Integer := 4;
begin
   Inc (Y);
end Postcond;
