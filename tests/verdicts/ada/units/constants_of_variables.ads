-- run: cairn check %s constants_of_variables.adb
-- exit: 1
-- others: proved 6
-- Constants keep what variables were when the package was elaborated. When a subprogram is called, the variables may be others.
package Constants_Of_Variables is
   type Small is range 1 .. 10;

   Level : Small := 3;
   First : constant Small := Level;

   function Doubled (X : Small) return Integer;
   procedure Set (X : Small);
   procedure Look;

private
   function Now return Integer is (Integer (Level));
   Twice : constant Integer := 2 * Now;
   Count : Natural := 0;
   function Next return Natural;
end Constants_Of_Variables;
