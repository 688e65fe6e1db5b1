-- Case statements that leave values out or give them twice, and static expressions that fail.
-- run: cairn check %s
-- exit: 3

procedure Ada_Cases (N : Integer) is
   type Light is (Red, Amber, Green);
   type Bad is range 1 .. 10 / 0; --~ error A0016
   type Real is digits 40; --~ error A0030
   L : Light := Red;
   X : Integer := 0;
begin
   case L is --~ error A0021
      when Red => X := 1;
      when Green => X := 2;
   end case;
   case N is --~ error A0021
      when 1 .. 5 => X := 1;
      when 4 | 6 => X := 2;
      when others => X := 3;
   end case;
   case N is
      when X => null; --~ error A0016
      when others => null;
   end case;
   L := Blue; --~ error A0010
end Ada_Cases;
