-- part-of: maximum.adb

package Maximum is
   subtype Indices is Integer range 1 .. 10;
   type Vector is array (Indices) of Integer;

   procedure Find (V : in Vector; M : out Indices);
end Maximum;
