--  index 6
procedure index1 is
   A : array (1 .. 3) of Integer := (1, 2, 3); I : Integer := 4;
begin
   null;
   A (I) := 0;
end index1;
