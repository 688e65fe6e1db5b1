--  A level crossing: train, barrier and signal as enumerations, one step of the controller at a time.
--  Safety: the signal never shows green while the barrier is not closed.
--  Try:    cairn check examples/ada/interlocking.adb
--  Expect: `Step` is proved to keep the invariant of the crossing; `Reset` is not: the violated check shows
--          the state in which a maintainer's reset opens the barrier under a green signal.
package Interlocking is
   type Train is (Away, Near, Crossing);
   type Barrier is (Open, Moving, Closed);
   type Signal is (Red, Green);

   type State is record
      Where  : Train   := Away;
      Gate   : Barrier := Open;
      Aspect : Signal  := Red;
   end record;

   function Safe (S : State) return Boolean is
     ((if S.Aspect = Green then S.Gate = Closed) and (if S.Where = Crossing then S.Gate = Closed));

   procedure Step (S : in out State; Sensor : Train)
     with Pre  => Safe (S) and (if Sensor = Crossing then S.Aspect = Green or S.Where = Crossing),
          Post => Safe (S);

   procedure Reset (S : in out State)
     with Pre => Safe (S), Post => Safe (S);
end Interlocking;
