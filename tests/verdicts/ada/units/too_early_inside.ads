-- part-of: too_early_inside.adb

package Too_Early_Inside is
   subtype Small is Integer range 0 .. 10;
   function Amplified (X : Small) return Integer;
end Too_Early_Inside;
