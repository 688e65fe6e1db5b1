-- part-of: elaborated.adb

package body Calibration is
   function Square (X : Integer) return Integer is (X * X);
begin
   for I in Table'Range loop
      Table (I) := Square (I);
      Total := Total + Table (I);
   end loop;
end Calibration;
