-- Containers are not shipped: a warning at the clause, and refused where they are used.
-- run: cairn check %s
-- exit: 2
-- others: unsupported 0

with Ada.Containers.Vectors; --~ warning A0025
procedure Containers is
   package Lists is new Ada.Containers.Vectors (Positive, Integer); --~ unsupported unsupported
   L : Lists.Vector; --~ unsupported unsupported
begin
   L.Append (3); --~ unsupported unsupported
end Containers;
