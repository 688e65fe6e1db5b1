-- part-of: raise_expression.adb

package Raise_Expression is
   Bad_Input : exception;
   function Divided (A, B : Natural) return Natural;
   function Safe (A, B : Natural) return Natural
     with Post => (if B = 0 then Safe'Result = 0);
end Raise_Expression;
