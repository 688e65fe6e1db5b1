--  division-by-zero 6
procedure floatdiv is
   X : Float := 0.0;
begin
   null;
   X := 1.0 / X;
end floatdiv;
