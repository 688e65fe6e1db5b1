-- Objects of tagged types are refused where they are used.
-- run: cairn check %s
-- exit: 2

procedure Tagged_Type is
   package Shapes is
      type Shape is tagged record
         Area : Integer := 0;
      end record;
      procedure Grow (S : in out Shape) is null;
   end Shapes;
   S : Shapes.Shape;
   T : Integer := 3;
begin
   T := T + 1; --~ proved
   S.Area := T; --~ unsupported unsupported
end Tagged_Type;
