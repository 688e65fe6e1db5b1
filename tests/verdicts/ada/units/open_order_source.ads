-- part-of: open_order.adb
package Open_Order_Source is
   Value : Integer := 1;
   procedure Nothing;
end Open_Order_Source;
