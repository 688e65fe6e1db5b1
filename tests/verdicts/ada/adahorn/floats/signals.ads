-- part-of: low_pass.adb
-- What these programs call a signal of any length: readings of a converter, in thousandths.

package Signals is
   type Signal is array (Positive range <>) of Integer;
end Signals;
