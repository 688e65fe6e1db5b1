-- part-of: generic_child.adb
package body Stacks.Extras is
   procedure Double is
   begin
      Store (Last) := Store (Last) * 2;
   end Double;
end Stacks.Extras;
