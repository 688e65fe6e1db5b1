-- A call during elaboration comes before the body it needs, in the same declarative part, through another function.
-- run: cairn check %s
-- exit: 3

package body Too_Early_Inside is
   function Scale (X : Integer) return Integer;

   function Scaled_Twice (X : Integer) return Integer is
   begin
      return Scale (Scale (X));
   end Scaled_Twice;

   Gain : constant Integer := Scaled_Twice (3); --~ error A0027

   function Scale (X : Integer) return Integer is
   begin
      return X * 2;
   end Scale;

   function Amplified (X : Small) return Integer is (X * Gain + Scale (X));
end Too_Early_Inside;
