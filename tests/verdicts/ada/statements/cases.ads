-- part-of: cases.adb

package Cases is
   type State is (Idle, Running, Paused);
   type Event is (Start, Stop, Pause);
   function Category (Age : Natural) return Integer
     with Post => (Category'Result = 2) = (Age in 6 .. 17); --~ proved postcondition
   function Next (S : State; E : Event) return State
     with Post => (if E = Stop then Next'Result = Idle); --~ proved postcondition
end Cases;
