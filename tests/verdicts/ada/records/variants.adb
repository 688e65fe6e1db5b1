-- A component of a variant exists only for its discriminant.
-- run: cairn check %s
-- exit: 1
-- others: proved 7

package body Variants is
   function Reading (M : Message) return Integer is
   begin
      case M.Kind is
         when Speed =>
            return Integer (M.Value);
         when Position =>
            return Integer (M.Section) * 10 + (if M.Facing then 1 else 0);
         when Heartbeat =>
            return 0;
      end case;
   end Reading;

   function Speed_Of (M : Message) return Natural is
   begin
      return M.Value; --~ violated discriminant
   end Speed_Of;

   function Faster (Left, Right : Message) return Boolean is
   begin
      return Left.Kind = Speed and then Right.Kind = Left.Kind and then Left.Value > Right.Value; --~ proved discriminant
   end Faster;

   procedure Reverse_Direction (M : in out Message) is
   begin
      if M.Kind /= Heartbeat then
         M.Facing := not M.Facing; --~ violated discriminant
      end if;
   end Reverse_Direction;
end Variants;
