-- run: cairn check %s
-- exit: 2
-- others: unsupported 1
--  Nothing says whether the body that changes a variable or the unit that reads it comes first.
with Open_Order_Reader;
procedure Open_Order is
begin
   pragma Assert (Open_Order_Reader.Copy = 1);
end Open_Order;
