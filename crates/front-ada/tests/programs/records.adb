--  finished
procedure Records is
   type Kind is (Circle, Square);
   type Point is record
      X, Y : Integer := 0;
   end record;
   type Shape (K : Kind := Circle) is record
      At_Point : Point;
      case K is
         when Circle => R : Positive := 1;
         when Square => W, H : Natural := 2;
      end case;
   end record;
   type Buffer (N : Natural) is record
      Data : String (1 .. N);
      Used : Natural := 0;
   end record;
   P : Point;
   Q : Point := (X => 1, Y => 2);
   S : Shape;
   T : Shape := (Square, (3, 4), 5, 6);
   B : Buffer (3) := (N => 3, Data => "xyz", Used => 1);
   type Line is array (1 .. 2) of Point;
   L : Line := (Q, (5, 6));
begin
   pragma Assert (P = (0, 0));
   P.X := Q.Y;
   pragma Assert (P.X = 2);
   pragma Assert (S.K = Circle and S.R = 1);
   S := T;
   pragma Assert (S.K = Square and S.W = 5 and S.At_Point.Y = 4);
   pragma Assert (S = T and T /= (Circle, (3, 4), 5));
   L (2).X := 7;
   pragma Assert (L (2) = (7, 6) and L (1) = Q);
   Q := (Q with delta X => 10);
   pragma Assert (Q.X = 10 and Q.Y = 2);
   pragma Assert (B.Data (2) = 'y' and B.Data'Length = 3);
   B.Data (1) := 'q';
   pragma Assert (B.Data = "qyz");
end Records;
