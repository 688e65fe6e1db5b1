--  range 7
procedure Subtype1 is
   K : Integer := 3;
   subtype Ten is Integer range 1 .. K;
   T : Ten := 3;
begin
   T := T + 1;
end Subtype1;
