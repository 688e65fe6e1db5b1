-- part-of: private_counter.adb

package Private_Counter is
   type Tank is private;
   Empty : constant Tank;

   function Filled (T : Tank) return Natural;
   procedure Add (T : in out Tank; Amount : Natural);
   procedure Resize (T : in out Tank; Capacity : Natural);
private
   type Tank is record
      Level    : Natural := 0;
      Capacity : Natural := 500;
   end record
     with Type_Invariant => Tank.Level <= Tank.Capacity;
   Empty : constant Tank := (Level => 0, Capacity => 0);
end Private_Counter;
