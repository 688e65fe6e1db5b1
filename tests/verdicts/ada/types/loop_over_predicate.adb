-- run: cairn check %s
-- others: proved 6
--  A loop over a subtype with a static predicate begins and ends with values of it, and so has a bound.
procedure Loop_Over_Predicate is
   subtype Odd_Ones is Integer with Static_Predicate => Odd_Ones in 1 | 3 | 5 .. 7;
   Sum : Natural := 0;
begin
   for I in Odd_Ones loop
      Sum := Sum + I;
   end loop;
   for I in reverse Odd_Ones loop
      Sum := Sum * 2 + I;
   end loop;
   pragma Assert (Sum = 22 * 32 + 7 * 16 + 6 * 8 + 5 * 4 + 3 * 2 + 1);
end Loop_Over_Predicate;
