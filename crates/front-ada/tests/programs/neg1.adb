--  overflow 6
procedure neg1 is
   X : Integer := Integer'First;
begin
   null;
   X := -X;
end neg1;
