-- part-of: generic_child.adb
package body Stacks is
   procedure Push (X : Integer) is
   begin
      Last := Last + 1;
      Store (Last) := X; --~ violated index, proved index
   end Push;
   function Top return Integer is (Store (Last));
end Stacks;
