-- part-of: open_order.adb
package body Open_Order_Source is --~ unsupported unsupported
   procedure Nothing is null;
begin
   Value := 2;
end Open_Order_Source;
