-- run: cairn check %s
-- exit: 2
-- others: unsupported 2
--  Aspects of generic formals are not checked where the unit is instantiated, so that the instance is refused.
procedure Formal_Aspects is
   generic
      with procedure Apply (X : in out Integer) with Pre => X > 0;   --~ unsupported unsupported
   procedure Twice (X : in out Integer);
   procedure Twice (X : in out Integer) is
   begin
      Apply (X);
      Apply (X);
   end Twice;
   procedure Down (X : in out Integer) is
   begin
      X := X - 1;
   end Down;
   procedure Down_Twice is new Twice (Down);
   Y : Integer := 1;
begin
   Down_Twice (Y);
   pragma Assert (Y = -1);
end Formal_Aspects;
