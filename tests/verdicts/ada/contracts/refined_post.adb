-- part-of: refined_post.ads
package body Refined_Post with SPARK_Mode, Refined_State => (State => Hidden) is
   Hidden : Integer := 0;
   procedure Increase (X : in out Integer) with Refined_Post => X = X'Old + 1 is    --~ violated postcondition
   begin
      if X = 42 then
         return;
      end if;
      X := X + 1;
   end Increase;
   procedure Keep (X : in out Integer) with Refined_Post => X = X'Old and Hidden = 1 is    --~ proved postcondition
   begin
      Hidden := 1;
   end Keep;
end Refined_Post;
