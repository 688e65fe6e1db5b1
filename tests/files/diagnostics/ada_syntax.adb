-- Several syntax errors in one run: each is reported where it stands, and reading goes on after it.
-- run: cairn check %s
-- exit: 3

procedure Ada_Syntax is
   X : Integer := 16#G1#; --~ error A0002
   Y : Integer 3; --~ error A0003
   S : String (1 .. 3) := "ab; --~ error A0002, error A0003
begin
   if X = 1
      X := 2; --~ error A0003
   end if;
   Y := (X + 1; --~ error A0003
   for I in 1 .. 3 loop
      X := X + I;
   end loop;
end Ada_Syntaxx; --~ error A0004
