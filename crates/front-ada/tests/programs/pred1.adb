--  assertion 6
procedure pred1 is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0; X : Even := 2;
begin
   null;
   X := X + 1;
end pred1;
