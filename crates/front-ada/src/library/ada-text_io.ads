package Ada.Text_IO is
   type Count is range 0 .. 2 ** 31 - 1;
   subtype Positive_Count is Count range 1 .. Count'Last;
   subtype Field is Integer range 0 .. 255;
   subtype Number_Base is Integer range 2 .. 16;
   type Type_Set is (Lower_Case, Upper_Case);
   type File_Type is limited private;
   type File_Mode is (In_File, Out_File, Append_File);
   Unbounded : constant Count := 0;
   procedure Create (File : in out File_Type; Mode : File_Mode := Out_File; Name : String := ""; Form : String := "") with Import;
   procedure Open (File : in out File_Type; Mode : File_Mode; Name : String; Form : String := "") with Import;
   procedure Close (File : in out File_Type) with Import;
   procedure Delete (File : in out File_Type) with Import;
   procedure Reset (File : in out File_Type; Mode : File_Mode) with Import;
   procedure Reset (File : in out File_Type) with Import;
   function Mode (File : File_Type) return File_Mode with Import;
   function Name (File : File_Type) return String with Import;
   function Is_Open (File : File_Type) return Boolean with Import;
   function Standard_Input return File_Type with Import;
   function Standard_Output return File_Type with Import;
   function Standard_Error return File_Type with Import;
   procedure Set_Input (File : File_Type) is null;
   procedure Set_Output (File : File_Type) is null;
   procedure Flush (File : File_Type) is null;
   procedure New_Line (File : File_Type; Spacing : Positive_Count := 1) is null;
   procedure Skip_Line (File : File_Type; Spacing : Positive_Count := 1) with Import;
   procedure Skip_Line (Spacing : Positive_Count := 1) with Import;
   function End_Of_Line (File : File_Type) return Boolean with Import, Volatile_Function;
   function End_Of_Line return Boolean with Import, Volatile_Function;
   function End_Of_File (File : File_Type) return Boolean with Import, Volatile_Function;
   procedure Set_Line_Length (File : File_Type; To : Count) is null;
   procedure Set_Line_Length (To : Count) is null;
   procedure Set_Page_Length (File : File_Type; To : Count) is null;
   procedure Set_Page_Length (To : Count) is null;
   function Line_Length (File : File_Type) return Count with Import, Volatile_Function;
   function Line_Length return Count with Import, Volatile_Function;
   function Page_Length (File : File_Type) return Count with Import, Volatile_Function;
   function Page_Length return Count with Import, Volatile_Function;
   procedure New_Page (File : File_Type) is null;
   procedure New_Page is null;
   procedure Skip_Page (File : File_Type) with Import;
   procedure Skip_Page with Import;
   function End_Of_Page (File : File_Type) return Boolean with Import, Volatile_Function;
   function End_Of_Page return Boolean with Import, Volatile_Function;
   procedure Set_Col (File : File_Type; To : Positive_Count) is null;
   procedure Set_Line (File : File_Type; To : Positive_Count) is null;
   function Col (File : File_Type) return Positive_Count with Import, Volatile_Function;
   function Line (File : File_Type) return Positive_Count with Import, Volatile_Function;
   function Page (File : File_Type) return Positive_Count with Import, Volatile_Function;
   function Page return Positive_Count with Import, Volatile_Function;
   procedure Set_Col (To : Positive_Count) is null;
   procedure Set_Line (To : Positive_Count) is null;
   function Col return Positive_Count with Import, Volatile_Function;
   function Line return Positive_Count with Import, Volatile_Function;
   procedure Get (File : File_Type; Item : out Character) with Import;
   procedure Get (File : File_Type; Item : out String) with Import;
   procedure Put (File : File_Type; Item : Character) is null;
   procedure Put (File : File_Type; Item : String) is null;
   procedure Put_Line (File : File_Type; Item : String) is null;
   procedure Get_Line (File : File_Type; Item : out String; Last : out Natural) with Import;
   function Get_Line (File : File_Type) return String with Import, Volatile_Function;
   procedure Look_Ahead (File : File_Type; Item : out Character; End_Of_Line : out Boolean) with Import;
   procedure Get_Immediate (File : File_Type; Item : out Character) with Import;
   procedure Get_Immediate (Item : out Character; Available : out Boolean) with Import;
   procedure Look_Ahead (Item : out Character; End_Of_Line : out Boolean) with Import;
   procedure Get_Immediate (Item : out Character) with Import;
   procedure Put (Item : Character) is null;
   procedure Put (Item : String) is null;
   procedure Put_Line (Item : String) is null;
   procedure New_Line (Spacing : Positive_Count := 1) is null;
   procedure Flush is null;
   procedure Get (Item : out Character) with Import;
   procedure Get (Item : out String) with Import;
   procedure Get_Line (Item : out String; Last : out Natural) with Import;
   function Get_Line return String with Import, Volatile_Function;
   function End_Of_File return Boolean with Import, Volatile_Function;
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
private
   type File_Type is record
      Handle : Integer := 0;
   end record;
end Ada.Text_IO;
