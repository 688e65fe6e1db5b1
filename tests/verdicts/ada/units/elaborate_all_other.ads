-- part-of: elaborate_all.adb
package Elaborate_All_Other with Elaborate_Body is
   Value : Integer := 5;
end Elaborate_All_Other;
