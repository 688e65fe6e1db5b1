-- part-of: gmain.adb

package Prog2 is
   procedure InitArray;
end Prog2;
