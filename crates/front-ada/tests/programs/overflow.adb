--  overflow 6
procedure overflow is
   X : Integer := Integer'Last;
begin
   null;
   X := X + 1;
end overflow;
