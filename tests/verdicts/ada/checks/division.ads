-- part-of: division.adb

package Division is
   type Count is range 0 .. 10_000;
   function Rate (Pulses : Count; Ticks : Count) return Count;
   function Slot (Sequence : Count; Slots : Count) return Count
     with Pre => Slots >= Sequence;
   function Rest (Sequence : Count; Slots : Count) return Count;
end Division;
