-- part-of: generic_child.adb
generic
package Stacks.Extras is
   procedure Double;
   function Free return Natural is (Size - Last);
end Stacks.Extras;
