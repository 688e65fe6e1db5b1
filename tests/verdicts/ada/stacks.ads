-- part-of: generic_child.adb
generic
   Size : Positive;
package Stacks is
   procedure Push (X : Integer);
   function Top return Integer;
private
   Store : array (1 .. Size) of Integer := (others => 0);
   Last  : Natural := 0;
end Stacks;
