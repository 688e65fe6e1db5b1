--  part-of: globals.adb
package Globals with SPARK_Mode is
   type Numbers is array (0 .. 3) of Natural;
   Count : Natural := 0;
   Other : Natural := 0;
   Trace : Numbers := (others => 0);

   procedure Bump with
     Pre => Count < 1000,
     Post => Count = Count'Old + 1;
   procedure Twice with
     Pre => Count < 900,
     Post => Count = Count'Old + 2;
   procedure Apart with
     Pre => Count < 900;
   procedure Forgets;
   procedure Many with
     Pre => Count < 900,
     Post => Count = Count'Old + 10;
end Globals;
