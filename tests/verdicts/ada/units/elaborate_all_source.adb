-- part-of: elaborate_all.adb
package body Elaborate_All_Source is
   procedure Nothing is null;
begin
   Value := 2;
end Elaborate_All_Source;
