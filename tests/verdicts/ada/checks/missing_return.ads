-- part-of: missing_return.adb

package Missing_Return is
   type Percentage is range 0 .. 100;
   type Level is (Low, High);
   function Priority (Load : Percentage) return Level;
   function Complete (Load : Percentage) return Level;
end Missing_Return;
