-- part-of: val_and_succ.adb

package Val_And_Succ is
   type Signal is (Stop, Caution, Approach, Clear);
   type Byte is mod 256;
   function Next (S : Signal) return Signal;
   function Previous (S : Signal) return Signal;
   function Decoded (Code : Byte) return Signal;
   function Masked (Code : Byte) return Signal;
end Val_And_Succ;
