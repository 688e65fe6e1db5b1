-- part-of: copy_whole.adb
-- What these programs call an array of any length.

package Vectors is
   type Vector is array (Positive range <>) of Integer;
end Vectors;
