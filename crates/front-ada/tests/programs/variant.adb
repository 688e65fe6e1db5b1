--  variant 6
procedure Variant is
   N : Natural := 3;
begin
   loop
      pragma Loop_Variant (Decreases => N);
      exit when N = 2;
      N := N + 1 - 1;
   end loop;
end Variant;
