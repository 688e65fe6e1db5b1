--  index 6
procedure slice1 is
   A : String := "abc"; B : String (1 .. 2); N : Integer := 4;
begin
   null;
   B := A (N - 1 .. N);
end slice1;
