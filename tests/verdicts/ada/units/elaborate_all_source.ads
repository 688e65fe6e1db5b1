-- part-of: elaborate_all.adb
package Elaborate_All_Source is
   Value : Integer := 1;
   procedure Nothing;
end Elaborate_All_Source;
