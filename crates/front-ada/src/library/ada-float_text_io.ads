with Ada.Text_IO;
package Ada.Float_Text_IO is
   procedure Put (Item : Float; Fore : Ada.Text_IO.Field := 2; Aft : Ada.Text_IO.Field := 5; Exp : Ada.Text_IO.Field := 3) is null;
   procedure Get (Item : out Float; Width : Ada.Text_IO.Field := 0) with Import;
end Ada.Float_Text_IO;
