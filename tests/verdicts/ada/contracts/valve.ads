-- part-of: valve.adb

package Valve is
   type State is (Closed, Opening, Open, Faulty);
   subtype Position is Integer range 0 .. 100;
   function Classify (P : Position; Error : Boolean) return State
     with Contract_Cases =>
       (Error                      => Classify'Result = Faulty,
        not Error and P = 0        => Classify'Result = Closed,
        not Error and P = 100      => Classify'Result = Open,
        not Error and (P in 1 .. 99) => Classify'Result = Opening);
   function Sloppy (P : Position; Error : Boolean) return State
     with Contract_Cases =>
       (Error    => Sloppy'Result = Faulty, --~ violated precondition
        P >= 100 => Sloppy'Result = Open,
        P = 0    => Sloppy'Result = Closed);
end Valve;
