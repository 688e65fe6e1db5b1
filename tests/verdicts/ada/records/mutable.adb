-- A discriminant with a default may change by assigning the whole record; a constrained object keeps its own.
-- run: cairn check %s
-- exit: 1
-- others: proved 10

procedure Mutable (Large : Boolean; Size : out Natural) is
   subtype Length is Natural range 0 .. 6;
   type Text (Last : Length := 0) is record
      Data : String (1 .. Last) := (others => ' ');
   end record;
   Free  : Text;
   Three : Text (3);
   function Made (N : Length) return Text is ((Last => N, Data => (1 .. N => '#')));
begin
   Free := Made (5);
   pragma Assert (Free.Last = 5 and Free.Data'Length = 5 and Free.Data (5) = '#');
   Three := (3, "abc");
   Free := Three;
   pragma Assert (Free.Last = 3 and Free.Data = "abc" and Free = Three);
   Size := Free.Last;
   if Large then
      Three := Made (4); --~ violated discriminant
      Size := Three.Last;
   end if;
   pragma Assert (Size = 3);
end Mutable;
