-- A constraint on a private type counts, although the full view comes later.
-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Private_Constraint (Flag : Boolean) is
   type Kind is (Left, Right);
   function Same (K : Kind) return Kind is (K);
   package Boxes is
      type Box (K : Kind) is private;
      subtype Left_Box is Box (Same (Left));
   private
      type Box (K : Kind) is record
         Size : Integer := 0;
      end record;
   end Boxes;
   use Boxes;
   L : Box (Left);
   R : Box (Same (Right));
   N : Natural := 0;
begin
   if Flag and then Left_Box'(L) = L then
      N := 1;
   end if;
   if Left_Box'(R) = R then --~ violated discriminant
      N := 2;
   end if;
end Private_Constraint;
