--  A low-pass filter in fixed point, as on controllers without floating point: each step goes a quarter of
--  the way to the new sample. Sensor values are exact multiples of 1/16 degree, so there is no rounding to
--  forget and every bound can be proved.
--  Try:    cairn check examples/ada/smoothing.adb
--  Expect: everything is proved: no overflow on the way, and the state stays between the old state and the
--          sample. Make the range of Celsius -512.0 .. 1_024.0 and look again: proved as well, with another
--          base type. Divide by 0.25 instead of 4 and see the overflow.
package Smoothing is
   type Celsius is delta 0.0625 range -512.0 .. 512.0;

   procedure Step (State : in out Celsius; Sample : Celsius)
     with Post => (if Sample >= State'Old
                   then State in State'Old .. Sample
                   else State in Sample .. State'Old);

   type Window is array (1 .. 4) of Celsius;
   function Largest (W : Window) return Celsius
     with Post => (for all C of W => C <= Largest'Result) and (for some C of W => C = Largest'Result);
end Smoothing;
