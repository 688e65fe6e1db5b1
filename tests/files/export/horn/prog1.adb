-- part-of: gmain.adb

package body Prog1 is
   function Sum (J : in out Integer)
   return Integer is
   begin
      return J + 10;
   end Sum;
end Prog1;
