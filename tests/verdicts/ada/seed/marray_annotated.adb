-- The same with SPARK 2005 annotations: the postcondition and both assertions hold.
-- run: cairn check %s
-- others: proved 9

package body Marray_Annotated is
   procedure MaxArray (V : in VArray; M : out Indices)
   is
      I   : Integer;
      Max : Indices;
   begin
      Max := Indices'First;
      I := Indices'First + 1;
      loop
         --# assert (for all J in Indices range Indices'First..(I-1)
         --#           => (V(J) <= V(Max)));
         --# assert (I >= Indices'First) and (I <= Indices'Last + 1);
         exit when I > Indices'Last;
         if V (I) > V (Max) then --~ proved index
            Max := I;
         end if;
         I := I + 1;
      end loop;
      M := Max;
   end MaxArray;
end Marray_Annotated;
