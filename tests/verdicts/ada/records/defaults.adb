-- Records with defaults, nested records, whole assignment and equality.
-- run: cairn check %s
-- others: proved 5

procedure Defaults is
   type Point is record
      X, Y : Integer := 7;
   end record;
   type Segment is record
      From : Point;
      To   : Point := (X => 1, Y => 2);
      Name : String (1 .. 2) := "--";
   end record;
   S : Segment;
   T : Segment := (From => (0, 0), To => <>, Name => "ab");
begin
   pragma Assert (S.From.X = 7 and S.To = (1, 2) and S.Name = "--");
   pragma Assert (T.To.X = 1 and T.From /= S.From);
   T.From := S.To;
   T.To := T.From;
   pragma Assert (T.To = (X | Y => 1) or T.To.Y = 2);
   S := T;
   S.From.X := 100;
   pragma Assert (S /= T and S.To = T.To and T.From.X = 1);
   S := (T with delta Name => "zz");
   pragma Assert (S.Name = "zz" and S.From = T.From);
end Defaults;
