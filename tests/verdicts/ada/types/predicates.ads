-- part-of: predicates.adb

package Predicates is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   type Day is (Mon, Tue, Wed, Thu, Fri, Sat, Sun);
   subtype Rest_Day is Day with Static_Predicate => Rest_Day in Sat | Sun;

   function Half (E : Even) return Integer;
   procedure Advance (E : in out Even);
   procedure Skip (E : in out Even);
   function Working (D : Day) return Boolean
     with Post => Working'Result = (D > Fri);
   procedure Plan (D : in out Day);
end Predicates;
