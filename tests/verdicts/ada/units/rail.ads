-- part-of: rail-points.adb

package Rail is
   type Section is range 1 .. 8;
   type Occupancy is private;
   procedure Enter (O : in out Occupancy; S : Section);
   function Free (O : Occupancy; S : Section) return Boolean;
private
   type Occupancy is array (Section) of Boolean;
end Rail;
