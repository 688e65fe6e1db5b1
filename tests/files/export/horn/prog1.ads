-- part-of: gmain.adb

package Prog1 is
   function Sum (J : in out Integer)
   return Integer;
end Prog1;
