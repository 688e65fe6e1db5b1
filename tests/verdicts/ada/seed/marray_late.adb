-- The exit condition is one too late: with more than ten iterations the index leaves the array.
-- run: cairn check %s --unwind 11
-- exit: 1
-- others: proved 3

package body Marray_Late is
   procedure MaxArray (V : in VArray; M : out Indices)
   is
      I   : Integer;
      Max : Indices;
   begin
      Max := Indices'First;
      I := Indices'First + 1;
      loop
         exit when I > Indices'Last + 1;
         if V (I) > V (Max) then --~ violated index, proved index
            Max := I;
         end if;
         I := I + 1;
      end loop;
      M := Max;
   end MaxArray;
end Marray_Late;
