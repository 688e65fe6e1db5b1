-- The three operations that fail for the first value of a signed type alone.
-- run: cairn check %s
-- exit: 1
-- others: proved 0

package body First_Has_No_Opposite is
   function Distance (X : Integer) return Natural is
   begin
      return abs X; --~ violated overflow, proved range
   end Distance;

   function Opposite (X : Integer) return Integer is
   begin
      return -X; --~ violated overflow
   end Opposite;

   function Quotient (X, Y : Integer) return Integer is
   begin
      if Y = 0 then
         return 0;
      end if;
      return X / Y; --~ violated overflow, proved division-by-zero
   end Quotient;

   function Remainder (X, Y : Integer) return Integer is
   begin
      if Y = 0 then
         return 0;
      end if;
      return X rem Y + X mod Y; --~ proved division-by-zero, violated overflow
   end Remainder;
end First_Has_No_Opposite;
