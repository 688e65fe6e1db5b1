-- part-of: float_elements.adb
-- What is read of a signal.

package Float_Elements is
   type Signal is array (Positive range <>) of Float;
   procedure Clip (S : Signal);
end Float_Elements;
