--  The exit condition is one too late: the last index is outside the array.
package body Marray is
   procedure MaxArray (V : in VArray; M : out Indices) is
      I   : Integer;
      Max : Indices;
   begin
      Max := Indices'First;
      I := Indices'First + 1;
      loop
         exit when I > Indices'Last + 1;
         if V (I) > V (Max) then
            Max := I;
         end if;
         I := I + 1;
      end loop;
      M := Max;
   end MaxArray;
end Marray;
