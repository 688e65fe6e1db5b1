-- run: cairn check %s
-- exit: 1
-- others: proved 5
--  `others => <>` initializes only what nothing else covers.
procedure Default_Others is
   Calls : Integer := 0;
   function Next return Integer is
   begin
      Calls := Calls + 1;
      return Calls;
   end Next;
   type Cell is record
      A, B : Integer := Next;
   end record;
   type Row is array (1 .. 3) of Cell;
   X : Row := (1 => (7, 7), others => <>);
begin
   pragma Assert (Calls = 4 and X (1).A = 7 and X (2).B in 1 .. 2);
   X := ((5, 5), others => <>);
   pragma Assert (Calls = 8);
   pragma Assert (X (3).A + X (3).B = 15);
   pragma Assert (Calls = 12);   --~ violated assertion
end Default_Others;
