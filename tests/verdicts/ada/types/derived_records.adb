-- Derived records, arrays and enumerations with inherited operations, and conversion between the types.
-- run: cairn check %s
-- others: proved 8

procedure Derived_Records is
   package Plant is
      type Point is record
         X, Y : Integer := 0;
      end record;
      type Level is (Low, Middle, High);
      function Shifted (P : Point; By : Integer) return Point is ((P.X + By, P.Y + By));
      procedure Clear (P : in out Point);
      function Next (L : Level) return Level is (if L = High then Low else Level'Succ (L));
   end Plant;
   package body Plant is
      procedure Clear (P : in out Point) is
      begin
         P := (0, 0);
      end Clear;
   end Plant;
   type Corner is new Plant.Point;
   type Alarm is new Plant.Level;
   C : Corner := (X => 1, Y => 2);
   P : Plant.Point;
   A : Alarm := High;
begin
   C := Shifted (C, 10);
   pragma Assert (C = (11, 12));
   P := Plant.Point (C);
   pragma Assert (P.X = 11);
   Clear (C);
   pragma Assert (C.X = 0 and P.Y = 12);
   A := Next (A);
   pragma Assert (A = Low and Alarm'Succ (A) = Middle);
end Derived_Records;
