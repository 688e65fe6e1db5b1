-- run: cairn check %s
-- exit: 3
--  What was before the call means nothing in a precondition, nor in the guard of a case.
procedure Old_Before (X, Y : in out Integer)
  with Pre => X'Old = 1,  --~ error A0024
    Contract_Cases => (Y'Old > 1 => Y = 2, others => True);

procedure Old_Before (X, Y : in out Integer) is
begin
   X := 1;
   Y := X;
end Old_Before;
