-- run: cairn check %s outside_of_spark.adb
-- others: proved 3
-- Of bodies that are not in SPARK nobody says which state their variables belong to: what would be a violation is not decided.
package Outside_Of_Spark
  with SPARK_Mode, Abstract_State => (Inside, Count)
is
   procedure Step with Global => (In_Out => Count); --~ note A0033
   procedure Clear with Global => null;
end Outside_Of_Spark;
