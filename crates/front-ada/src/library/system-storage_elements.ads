--  Addresses are numbers here; what is at an address is not known.
package System.Storage_Elements with Pure, SPARK_Mode is
   type Storage_Offset is range -2 ** 63 .. 2 ** 63 - 1;
   subtype Storage_Count is Storage_Offset range 0 .. Storage_Offset'Last;
   type Storage_Element is mod 2 ** 8;
   type Storage_Array is array (Storage_Offset range <>) of Storage_Element;
   type Integer_Address is mod 2 ** 64;
   function "+" (Left : Address; Right : Storage_Offset) return Address with Import;
   function "+" (Left : Storage_Offset; Right : Address) return Address with Import;
   function "-" (Left : Address; Right : Storage_Offset) return Address with Import;
   function "-" (Left, Right : Address) return Storage_Offset with Import;
   function "mod" (Left : Address; Right : Storage_Offset) return Storage_Offset with Import;
   function To_Address (Value : Integer_Address) return Address with Import;
   function To_Integer (Value : Address) return Integer_Address with Import;
end System.Storage_Elements;
