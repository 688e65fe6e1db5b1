-- part-of: elaborate_all.adb
package body Elaborate_All_Other is
begin
   Value := 6;
end Elaborate_All_Other;
