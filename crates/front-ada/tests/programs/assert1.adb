--  assertion 6
procedure assert1 is
   X : Integer := 3;
begin
   null;
   pragma Assert (X = 4);
end assert1;
