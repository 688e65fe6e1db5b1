-- Blocks hide outer names and elaborate their declarations each time they are entered.
-- run: cairn check %s
-- exit: 1
-- others: proved 9

procedure Blocks (Depth : Integer; Sum : out Integer) is
   X : Integer := 1;
begin
   Sum := 0;
   Outer : declare
      X : Integer := 10;
   begin
      declare
         X : constant Integer := Outer.X + Blocks.X;
      begin
         Sum := X;
      end;
      X := X + 1;
      pragma Assert (Outer.X = 11 and Blocks.X = 1);
   end Outer;
   pragma Assert (Sum = 11);
   for I in 1 .. 3 loop
      declare
         Local : Integer := I;
      begin
         Local := Local + 1;
         X := X * Local;
      end;
   end loop;
   pragma Assert (X = 24);
   declare
      Limited_Depth : constant Natural := Depth; --~ violated range
   begin
      Sum := Sum + Limited_Depth mod 10;
      pragma Assert (Sum <= 20);
   end;
end Blocks;
