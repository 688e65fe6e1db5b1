-- part-of: first_has_no_opposite.adb

package First_Has_No_Opposite is
   function Distance (X : Integer) return Natural;
   function Opposite (X : Integer) return Integer;
   function Quotient (X, Y : Integer) return Integer;
   function Remainder (X, Y : Integer) return Integer;
end First_Has_No_Opposite;
