-- part-of: deferred_constant.adb

package Deferred_Constant is
   type Dog is private;
   Start : constant Dog;
   procedure Feed (D : in out Dog; Hungry : Boolean)
     with Post => (if Hungry then not Expired (D));
   function Expired (D : Dog) return Boolean;
private
   type Dog is range 0 .. 50;
   Start : constant Dog := 50;
end Deferred_Constant;
