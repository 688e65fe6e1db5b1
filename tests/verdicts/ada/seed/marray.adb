-- The index of the largest element, with the right exit condition: proved without any annotation.
-- run: cairn check %s
-- others: proved 0

package body Marray is
   procedure MaxArray (V : in VArray; M : out Indices)
   is
      I   : Integer;
      Max : Indices;
   begin
      Max := Indices'First;
      I := Indices'First + 1;
      loop
         exit when I > Indices'Last;
         if V (I) > V (Max) then --~ proved index
            Max := I; --~ proved range
         end if;
         I := I + 1; --~ proved overflow
      end loop;
      M := Max;
   end MaxArray;
end Marray;
