-- part-of: lengths.adb

package Lengths is
   subtype Place is Integer range 1 .. 6;
   type Samples is array (Place range <>) of Integer;
   subtype Frame is Samples (1 .. 4);
   procedure Copy (Source : Samples; Target : in out Samples);
   procedure Copy_Front (Source : Samples; Target : in out Samples);
   function Window (S : Samples) return Frame;
end Lengths;
