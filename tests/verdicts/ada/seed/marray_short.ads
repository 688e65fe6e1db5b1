-- part-of: marray_short.adb

package Marray_Short is
   Array_Size : constant := 10;
   subtype Indices is Integer range 1 .. Array_Size;
   type VArray is array (Indices) of Integer;

   procedure MaxArray (V : in VArray; M : out Indices);
end Marray_Short;
