-- A library function, called from a library procedure.
-- run: cairn check %s
-- others: proved 5

with Checksum;
procedure Library_Function is
   Empty : constant String := "";
begin
   pragma Assert (Checksum (Empty) = 0);
   pragma Assert (Checksum ("AB") = (65 + 66) mod 97);
   pragma Assert (Checksum ("AB") = Checksum ("BA"));
end Library_Function;
