with Ada.Text_IO;
package Ada.Integer_Text_IO is
   procedure Put (Item : Integer; Width : Ada.Text_IO.Field := 11; Base : Ada.Text_IO.Number_Base := 10) is null;
   procedure Get (Item : out Integer; Width : Ada.Text_IO.Field := 0) with Import;
end Ada.Integer_Text_IO;
