-- The index of the largest element; the exit condition is one too late.
-- run: cairn check %s
-- exit: 1
-- others: proved

package body Maximum is
   procedure Find (V : in Vector; M : out Indices) is
      I   : Integer;
      Max : Indices;
   begin
      Max := Indices'First;
      I := Indices'First + 1;
      loop
         exit when I > Indices'Last + 1;
         if V (I) > V (Max) then --~ violated index
            Max := I;
         end if;
         I := I + 1;
      end loop;
      M := Max;
   end Find;
end Maximum;
