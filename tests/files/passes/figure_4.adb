-- Figure 4 of SPARK-BMC on its own program: conditional normal form.
-- run: cairn check %s --show conditional-normal-form --unwind 2

package Marray is
   Array_Size : constant := 10;
   subtype Indices is Integer range 1 .. Array_Size;
   type VArray is array (Indices) of Integer;

   procedure MaxArray (V : in VArray; M : out Indices);
end Marray;

package body Marray is
   procedure MaxArray (V : in VArray; M : out Indices) is
      I   : Integer;
      Max : Indices;
   begin
      Max := Indices'First;
      I := Indices'First + 1;
      loop
         exit when I > Indices'Last;
         if V (I) > V (Max) then
            Max := I;
         end if;
         I := I + 1;
      end loop;
      M := Max;
   end MaxArray;
end Marray;
