-- part-of: rail-points.adb

package body Rail is
   procedure Enter (O : in out Occupancy; S : Section) is
   begin
      O (S) := True;
   end Enter;

   function Free (O : Occupancy; S : Section) return Boolean is
   begin
      return not O (S);
   end Free;
end Rail;
