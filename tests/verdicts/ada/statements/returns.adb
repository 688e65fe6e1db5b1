-- Return from the middle of loops, and extended return.
-- run: cairn check %s
-- exit: 1
-- others: proved 4

package body Returns is
   function Position (T : Table; Key : Integer) return Natural is
   begin
      for I in T'Range loop
         if T (I) = Key then
            return I;
         end if;
      end loop;
      return 0;
   end Position;

   function Sorted (A, B : Integer) return Pair is
   begin
      return P : Pair := (A, B) do
         if B < A then
            P := (B, A);
            return;
         end if;
         P.High := P.High + 0;
      end return;
   end Sorted;

   function Lookup (T : Table; Key : Integer) return Place is
   begin
      return R : Place do
         R := Position (T, Key); --~ violated range
      end return;
   end Lookup;
end Returns;
