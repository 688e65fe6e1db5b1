--  overflow 6
procedure mulov is
   type T is range -100 .. 100; X : T := 100;
begin
   null;
   X := X * 2 / 2;
end mulov;
