-- run: cairn check %s
-- exit: 1
-- others: proved 4
--  The outermost values that a static predicate leaves (RM 3.5.5(7)).
procedure First_Valid (K : Integer) is
   subtype Some_Numbers is Integer range 1 .. 20 with Static_Predicate => Some_Numbers in 4 | 6 | 10 .. 12 | 30;
   type Day is (Mon, Tue, Wed, Thu, Fri, Sat, Sun);
   subtype Weekend is Day with Static_Predicate => Weekend in Sat | Sun;
   subtype Plain is Integer range 2 .. 9;
begin
   pragma Assert (Some_Numbers'First_Valid = 4 and Some_Numbers'Last_Valid = 12);
   pragma Assert (Weekend'First_Valid = Sat and Weekend'Last_Valid = Sun);
   pragma Assert (Plain'First_Valid + Plain'Last_Valid = 11);
   if K in Some_Numbers then
      pragma Assert (K - Some_Numbers'First_Valid >= 1);   --~ violated assertion
   end if;
end First_Valid;
