-- part-of: loop_variant.adb

package Loop_Variant is
   type Byte is range 0 .. 15;
   subtype Positive_Byte is Byte range 1 .. Byte'Last;
   function Divide (A, B : Positive_Byte) return Byte
     with Post => Divide'Result = A / B;
   procedure Drain (Level : in out Byte; Leak : Byte);
   function Sum_To (N : Byte) return Integer;
end Loop_Variant;
