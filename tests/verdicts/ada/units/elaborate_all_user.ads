-- part-of: elaborate_all.adb
with Elaborate_All_Source;
pragma Elaborate_All (Elaborate_All_Source);
with Elaborate_All_Other;
package Elaborate_All_User is
   Doubled : Integer := 2 * Elaborate_All_Source.Value;
   Late : Integer := Elaborate_All_Other.Value;
end Elaborate_All_User;
