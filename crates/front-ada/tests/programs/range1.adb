--  range 6
procedure range1 is
   X : Natural := 0;
begin
   null;
   X := X - 1;
end range1;
