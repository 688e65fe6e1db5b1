-- part-of: unhandled.adb

package Unhandled is
   Invalid_Code : exception;
   procedure Decode (Code : Natural; Value : out Natural);
   procedure Decode_All (First, Last : Natural; Count : out Natural);
end Unhandled;
