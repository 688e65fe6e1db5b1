--  precondition 11
procedure Precond is
   function Half (X : Integer) return Integer
     with Pre => X > 0, Post => Half'Result * 2 <= X
   is
   begin
      return X / 2;
   end Half;
   Y : Integer := 4;
begin
   Y := Half (Y - 4);
end Precond;
