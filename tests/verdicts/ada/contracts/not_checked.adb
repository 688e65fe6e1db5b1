-- part-of: not_checked.ads
package body Not_Checked with SPARK_Mode is
   procedure Set (X : Integer) is
   begin
      G := X;
   end Set;
   procedure Odd (X : Integer) is
   begin
      pragma Assert (X > 0);
   end Odd;
end Not_Checked;
