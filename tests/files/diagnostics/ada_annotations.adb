-- Mistakes inside annotations point into them.
-- run: cairn check %s
-- exit: 3

procedure Ada_Annotations (A : in Integer; B : out Integer)
   --# derives B from A;
   --# pre A > 0 and Unknown; --~ error A0010
   --# post B = A +; --~ error A0007
is
begin
   B := A;
   --# assert B = True; --~ error A0014
   --% assert (B > 0; --~ error A0007
   --% notOverflow (+, Integer, A); --~ error A0007
   --# whatever this is --~ warning A0006
   --# check A >= ; --~ error A0007
end Ada_Annotations;
