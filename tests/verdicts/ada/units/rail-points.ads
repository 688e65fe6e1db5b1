-- part-of: rail-points.adb

package Rail.Points is
   type Position is (Left, Right);
   procedure Throw (O : Occupancy; S : Section; P : in out Position)
     with Post => (if not Free (O, S) then P = P'Old);
   function Next (S : Section; P : Position) return Section;
end Rail.Points;
