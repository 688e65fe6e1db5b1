-- part-of: same_arguments.ads
package body Same_Arguments with SPARK_Mode is
   procedure Use_It (P, Q : Pair; R : Row) is
      First : constant Integer := Measure (P, R);
   begin
      pragma Assert (First = Measure ((P.Left, P.Right), R));
      pragma Assert (if P = Q then First = Measure (Q, R));
      pragma Assert (First = Measure (Q, R)); --~ violated
   end Use_It;
end Same_Arguments;
