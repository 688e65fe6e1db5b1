--  length 6
procedure length1 is
   A : String (1 .. 3) := "abc"; B : String := "abcd";
begin
   null;
   A := B;
end length1;
