-- The same late exit with a bound that is too small to see it: the unwinding assertion fails instead.
-- run: cairn check %s --unwind 5 --unwinding assert
-- exit: 1
-- others: bounded 2

package body Marray_Short is
   procedure MaxArray (V : in VArray; M : out Indices)
   is
      I   : Integer;
      Max : Indices;
   begin
      Max := Indices'First;
      I := Indices'First + 1;
      loop --~ violated unwinding
         exit when I > Indices'Last + 1;
         if V (I) > V (Max) then --~ bounded index
            Max := I;
         end if;
         I := I + 1;
      end loop;
      M := Max;
   end MaxArray;
end Marray_Short;
