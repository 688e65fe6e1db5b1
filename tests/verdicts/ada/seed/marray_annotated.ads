-- part-of: marray_annotated.adb

package Marray_Annotated is
   Array_Size : constant := 10;
   subtype Indices is Integer range 1 .. Array_Size;
   type VArray is array (Indices) of Integer;

   procedure MaxArray (V : in VArray; M : out Indices);
   --# derives M from V;
   --# post (for all I in Indices => (V(I) <= V(M))); --~ proved postcondition
end Marray_Annotated;
