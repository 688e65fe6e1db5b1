-- part-of: constants_of_variables.ads
package body Constants_Of_Variables is
   function Next return Natural is
   begin
      Count := (Count + 1) mod 100;
      return Count;
   end Next;

   Drawn : constant Natural := Next;

   function Doubled (X : Small) return Integer is (2 * Integer (X));

   procedure Set (X : Small) is
   begin
      Level := X;
   end Set;

   procedure Look is
   begin
      pragma Assert (First = 3 and Twice = 6 and Drawn = 1);
      pragma Assert (First = Level); --~ violated assertion
      pragma Assert (Drawn = Count); --~ violated assertion
   end Look;
end Constants_Of_Variables;
