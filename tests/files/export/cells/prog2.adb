-- part-of: gmain.adb

package body Prog2 is
   procedure InitArray is
      Arr : array (1 .. 10) of Integer;
      Temp : Integer;
   begin
      Arr (1) := 0;
      Temp := Arr (1);
      Arr (3) := Temp;
      pragma Assert (Arr (1) = Arr (3));
   end InitArray;
end Prog2;
