--  A cruise control with contracts: the new throttle stays in its range, and never rises while the car is
--  faster than wanted.
--  Try:    cairn check examples/ada/cruise.adb
--  Expect: the postcondition is violated. The counterexample shows a car that is a little too fast, and a
--          throttle that rises: a correction has the wrong sign. Write `-Error / 4` as `Error / 4` and
--          everything is proved.
package Cruise is
   type Speed is range 0 .. 250;
   type Throttle is range 0 .. 100;

   procedure Adjust (Wanted, Current : Speed; T : in out Throttle)
     with Post => (if Current > Wanted then T <= T'Old)
                  and (if Current < Wanted - 20 and Wanted >= 20 then T > T'Old or T = Throttle'Last);
end Cruise;
