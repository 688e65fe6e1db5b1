-- part-of: short_circuit.adb

package Short_Circuit is
   function Steep (Rise, Run : Integer) return Boolean;
   function Flat (Rise, Run : Natural) return Boolean;
   function Careless (Rise, Run : Natural) return Boolean;
   function Exactly_One (A, B : Boolean) return Boolean
     with Post => Exactly_One'Result = (A /= B) and Exactly_One'Result = ((A or B) and not (A and B));
end Short_Circuit;
