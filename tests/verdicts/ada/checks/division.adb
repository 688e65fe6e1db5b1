-- Division by zero in each of the three dividing operators; the guarded ones are fine.
-- run: cairn check %s
-- exit: 1
-- others: proved 5

package body Division is
   function Rate (Pulses : Count; Ticks : Count) return Count is
   begin
      return Pulses / Ticks; --~ violated division-by-zero
   end Rate;

   function Slot (Sequence : Count; Slots : Count) return Count is
   begin
      return Sequence mod (Slots - Sequence); --~ violated division-by-zero
   end Slot;

   function Rest (Sequence : Count; Slots : Count) return Count is
   begin
      if Slots > Sequence then
         return Sequence rem (Slots - Sequence); --~ proved
      elsif Slots < Sequence then
         return Sequence mod (Slots - Sequence); --~ proved division-by-zero, violated range
      else
         return 0;
      end if;
   end Rest;
end Division;
