-- part-of: outside_of_spark.ads
package body Outside_Of_Spark
  with SPARK_Mode => Off
is
   Steps : Natural := 0;

   procedure Step is
   begin
      Steps := Steps mod 10 + 1;
      pragma Assert (Steps > 0);
   end Step;

   procedure Clear is
   begin
      Steps := 0;
   end Clear;
end Outside_Of_Spark;
