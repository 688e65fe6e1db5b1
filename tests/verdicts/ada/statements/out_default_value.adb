-- run: cairn check %s
-- exit: 1
-- others: proved 6
--  An `out` parameter of a scalar type with a default value starts from the actual's value (RM 6.4.1(13)).
procedure Out_Default_Value (K : Integer) is
   type Small is range 0 .. 100 with Default_Value => 42;
   subtype Even is Small with Dynamic_Predicate => Even mod 2 = 0;
   X : Small;
   procedure Leave (Y : out Small) is begin null; end Leave;
   procedure Leave_Even (Y : out Even) is begin null; end Leave_Even;
   procedure Set (Y : out Small; V : Small) is begin Y := V; end Set;
begin
   pragma Assert (X = 42);
   X := 5;
   Leave (X);
   pragma Assert (X = 5);
   Leave_Even (X);
   pragma Assert (X = 5);
   Set (X, 6);
   pragma Assert (X = 6);
   declare
      Z : Even := 2;
   begin
      Set (Z, (if K = 3 then 3 else 4));     --~ violated assertion
   end;
end Out_Default_Value;
