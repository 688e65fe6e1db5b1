-- run: cairn check %s
-- exit: 2
--  An aspect of newer compilers that gives the type another base, in which the difference below does not exist.
procedure Unsigned_Base (A, B : Natural) is
   type U is range 0 .. 2 ** 32 - 1 with Unsigned_Base_Range, Size => 32;  --~ unsupported unsupported
   X : constant U := U (A);
   Y : constant U := U (B);
begin
   if X - Y < 0 then  --~ unsupported overflow
      null;
   end if;
end Unsigned_Base;
