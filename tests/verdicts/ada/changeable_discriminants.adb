--  run: cairn check %s
--  exit: 1
-- others: proved 13
--  The discriminants of a parameter can change where those of the actual can (RM 3.7.2, 6.4.1).
procedure Changeable_Discriminants is
   type Kind is (Empty, Full);
   type Cell (K : Kind := Empty) is record
      case K is
         when Empty => null;
         when Full  => Value : Integer;
      end case;
   end record;
   type Shelf is array (1 .. 2) of Cell;
   type Box is record
      Inside : Cell;
   end record;

   procedure Set (C : out Cell; Value : Integer) is
   begin
      C := (K => Full, Value => Value);
   end Set;

   procedure Clear (C : in out Cell) with Pre => not C'Constrained or C.K = Empty is
   begin
      C := (K => Empty);
   end Clear;

   procedure Clear_If_Possible (C : in out Cell) is
      procedure Clear_Outer is
      begin
         if not C'Constrained then
            C := (K => Empty);
         end if;
      end Clear_Outer;
   begin
      Clear_Outer;
   end Clear_If_Possible;

   procedure Overwrite (C : in out Cell) is
   begin
      C := (K => Empty);   --~ violated discriminant
   end Overwrite;

   X : Cell;
   Y : Cell (Full);
   S : Shelf;
   B : Box;
begin
   Set (X, 3);
   pragma Assert (X.K = Full and then X.Value = 3);
   Clear (X);
   pragma Assert (X.K = Empty);
   Set (S (2), 4);
   pragma Assert (S (1).K = Empty and S (2).K = Full);
   Set (B.Inside, 5);
   Clear (B.Inside);
   Set (Y, 6);
   Clear_If_Possible (Y);
   pragma Assert (Y.Value = 6);
   Set (X, 7);
   Clear_If_Possible (X);
   pragma Assert (X.K = Empty);
   pragma Assert (Y'Constrained and not X'Constrained and not S (1)'Constrained);
   Overwrite (X);
   Overwrite (Y);
end Changeable_Discriminants;
