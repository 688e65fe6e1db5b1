--  division-by-zero 6
procedure div0 is
   X : Integer := 0;
begin
   null;
   X := 5 / X;
end div0;
