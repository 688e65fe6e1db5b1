--  A thermostat with contracts, enumerations and a modular clock. Everything is proved.
--  Try:  cairn check examples/ada/heating.ads examples/ada/heating.adb
package Heating is
   type Mode is (Off, Warm, Hot);
   type Degrees is range -40 .. 60;
   type Minute is mod 60;

   function Wanted (Outside : Degrees) return Mode
     with Post => (if Outside > 20 then Wanted'Result = Off);

   procedure Wait (Clock : in out Minute; Step : Minute);

   function Middle (Low, High : Degrees) return Degrees
     with Pre  => Low <= High,
          Post => Middle'Result in Low .. High;
end Heating;
