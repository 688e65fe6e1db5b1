-- part-of: open_order.adb
with Open_Order_Source;
package Open_Order_Reader is
   Copy : Integer := Open_Order_Source.Value; --~ unsupported unsupported
end Open_Order_Reader;
