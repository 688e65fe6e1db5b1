package Ada.Text_IO is
   type Count is range 0 .. 2 ** 31 - 1;
   subtype Positive_Count is Count range 1 .. Count'Last;
   subtype Field is Integer range 0 .. 255;
   subtype Number_Base is Integer range 2 .. 16;
   type Type_Set is (Lower_Case, Upper_Case);
   procedure Put (Item : Character) is null;
   procedure Put (Item : String) is null;
   procedure Put_Line (Item : String) is null;
   procedure New_Line (Spacing : Positive_Count := 1) is null;
   procedure Flush is null;
   procedure Get (Item : out Character) with Import;
   procedure Get (Item : out String) with Import;
   procedure Get_Line (Item : out String; Last : out Natural) with Import;
   function Get_Line return String with Import;
   function End_Of_File return Boolean with Import;
   generic
      type Num is range <>;
   package Integer_IO is
      Default_Width : Field := Num'Width;
      Default_Base : Number_Base := 10;
      procedure Put (Item : Num; Width : Field := Default_Width; Base : Number_Base := Default_Base) is null;
      procedure Get (Item : out Num; Width : Field := 0) with Import;
   end Integer_IO;
   generic
      type Num is mod <>;
   package Modular_IO is
      procedure Put (Item : Num; Width : Field := 0; Base : Number_Base := 10) is null;
      procedure Get (Item : out Num; Width : Field := 0) with Import;
   end Modular_IO;
   generic
      type Num is digits <>;
   package Float_IO is
      procedure Put (Item : Num; Fore : Field := 2; Aft : Field := 5; Exp : Field := 3) is null;
      procedure Get (Item : out Num; Width : Field := 0) with Import;
   end Float_IO;
   generic
      type Num is delta <>;
   package Fixed_IO is
      procedure Put (Item : Num; Fore : Field := 2; Aft : Field := 5; Exp : Field := 3) is null;
   end Fixed_IO;
   generic
      type Enum is (<>);
   package Enumeration_IO is
      procedure Put (Item : Enum; Width : Field := 0; Set : Type_Set := Upper_Case) is null;
      procedure Get (Item : out Enum) with Import;
   end Enumeration_IO;
   Status_Error : exception;
   Mode_Error : exception;
   Name_Error : exception;
   Use_Error : exception;
   Device_Error : exception;
   End_Error : exception;
   Data_Error : exception;
   Layout_Error : exception;
end Ada.Text_IO;
