-- run: cairn check %s
-- exit: 1
-- others: proved 7
--  Contracts of local subprograms may name variables around them that the subprogram changes.
procedure Outer_Names is
   Total : Integer := 5;
   Steps : Integer := 0;
   procedure Step (By : in out Integer)
     with Pre => By = Total and Steps < 2,
          Post => Total = Total'Old + 1 and By = Total;
   procedure Step (By : in out Integer) is
   begin
      Total := Total + 1;
      Steps := Steps + 1;
      By := Total;
   end Step;
   X : Integer := 5;
begin
   Step (X);
   Step (X);
   pragma Assert (X = 7);
   Step (X);   --~ violated precondition
end Outer_Names;
