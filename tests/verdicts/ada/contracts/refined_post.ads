-- run: cairn check %s refined_post.adb
-- exit: 1
-- others: proved 3
package Refined_Post with SPARK_Mode, Abstract_State => State is
   procedure Increase (X : in out Integer) with Pre => X < 100;
   procedure Keep (X : in out Integer) with Post => X = X'Old;
end Refined_Post;
