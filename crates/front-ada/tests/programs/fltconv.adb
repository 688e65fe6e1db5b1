--  range 6
procedure fltconv is
   X : Float := 3.0e9; I : Integer;
begin
   null;
   I := Integer (X);
end fltconv;
