-- part-of: valve.adb

package Valve is

   type Position is (Closed, Opened);
   subtype Count is Integer range 0 .. 3;

   State : Position := Closed;

   procedure Open;
   procedure Close;
   procedure Shift (Rounds : in Count);  --~ proved temporal bound=3

end Valve;
