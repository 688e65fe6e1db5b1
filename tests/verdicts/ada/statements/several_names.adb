-- Several names in one declaration: constraint and initial value are evaluated for each.
-- run: cairn check %s
-- others: proved 19

procedure Several_Names is
   Calls : Natural := 0;
   function Next return Natural is
   begin
      Calls := Calls + 1;
      return Calls;
   end Next;
   A, B : String (1 .. Next) := (others => 'x');
   C, D : Integer range 0 .. Next + 5 := Next;

   type Order is array (1 .. 3) of Natural;
   Seen : Order := (others => 0);
   Last : Natural := 0;
   function Visit (I : Positive) return Boolean is
   begin
      Last := Last + 1;
      Seen (I) := Last;
      return True;
   end Visit;
   All_Seen : constant Boolean := (for all I in reverse Seen'Range => Visit (I));

   type Colour is (Red, Green, Blue);
   subtype Cold is Colour range Blue .. Blue;
   subtype None is Colour range Blue .. Red;
begin
   pragma Assert (A'Last = 1 and B'Last = 2);
   pragma Assert (C = 4 and D = 6);
   pragma Assert (All_Seen and Seen = (3, 2, 1));
   pragma Assert (Cold'Width = 4 and Colour'Width = 5 and None'Width = 0);
end Several_Names;
