-- run: cairn check %s
-- exit: 2
-- others: unsupported 1
--  Conditions on types written as GNAT's pragmas are not read, and not passed over.
procedure As_Pragmas (Low : Integer) is
   type Pair is record A, B : Integer; end record;
   pragma Predicate (Pair, Pair.A <= Pair.B);    --~ unsupported unsupported
   X : Pair := (1, Low);
begin
   pragma Assert (X.A = 1);
end As_Pragmas;
