-- part-of: variants.adb

package Variants is
   type Sort is (Speed, Position, Heartbeat);
   type Track is range 1 .. 50;
   type Message (Kind : Sort) is record
      Time : Natural;
      case Kind is
         when Speed =>
            Value : Natural;
         when Position =>
            Section : Track;
            Facing  : Boolean;
         when Heartbeat =>
            null;
      end case;
   end record;
   function Reading (M : Message) return Integer;
   function Speed_Of (M : Message) return Natural;
   function Faster (Left, Right : Message) return Boolean;
   procedure Reverse_Direction (M : in out Message);
end Variants;
