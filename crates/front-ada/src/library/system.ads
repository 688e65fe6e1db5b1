package System with Pure is
   type Name is (SYSTEM_NAME_GNAT);
   Min_Int : constant := -2 ** 127;
   Max_Int : constant := 2 ** 127 - 1;
   Max_Binary_Modulus : constant := 2 ** 128;
   Max_Nonbinary_Modulus : constant := 2 ** 32 - 1;
   Max_Base_Digits : constant := 18;
   Max_Digits : constant := 18;
   Max_Mantissa : constant := 127;
   Fine_Delta : constant := 2.0 ** (-127);
   Tick : constant := 0.000001;
   type Address is private;
   Null_Address : constant Address;
   Storage_Unit : constant := 8;
   Word_Size : constant := 64;
   Memory_Size : constant := 2 ** 64;
   type Bit_Order is (High_Order_First, Low_Order_First);
   Default_Bit_Order : constant Bit_Order := Low_Order_First;
   subtype Any_Priority is Integer range 0 .. 98;
   subtype Priority is Any_Priority range 0 .. 97;
   subtype Interrupt_Priority is Any_Priority range 98 .. 98;
   Default_Priority : constant Priority := 48;
private
   type Address is mod 2 ** 64;
   Null_Address : constant Address := 0;
end System;
