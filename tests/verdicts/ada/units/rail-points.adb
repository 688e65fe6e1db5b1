-- A child package: its body sees the private part of its parent.
-- run: cairn check %s
-- exit: 1
-- others: proved 7

package body Rail.Points is
   procedure Throw (O : Occupancy; S : Section; P : in out Position) is
   begin
      if O (S) then
         return;
      end if;
      P := (if P = Left then Right else Left);
   end Throw;

   function Next (S : Section; P : Position) return Section is
   begin
      case P is
         when Left =>
            return S + 1; --~ violated range, proved overflow
         when Right =>
            return (if S >= 7 then S else S + 2);
      end case;
   end Next;
end Rail.Points;
