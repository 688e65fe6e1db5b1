-- part-of: expression_functions.adb

package Expression_Functions is
   subtype Sixty is Integer range 0 .. 59;
   type Clock is record
      Minutes, Seconds : Sixty := 0;
   end record;
   function In_Seconds (C : Clock) return Natural is (C.Minutes * 60 + C.Seconds)
     with Post => In_Seconds'Result < 3_600;
   procedure Tick (C : in out Clock)
     with Post => In_Seconds (C) = (In_Seconds (C'Old) + 1) mod 3_600;
end Expression_Functions;
