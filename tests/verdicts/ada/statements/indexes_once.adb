-- run: cairn check %s
-- exit: 1
-- others: proved 31
--  Indexes that call functions are evaluated once, wherever the name they are in stands.
procedure Indexes_Once is
   type Row is array (1 .. 4) of Integer;
   type Cell is record
      Inside : Row := (others => 0);
   end record;
   Calls : Integer := 0;
   A     : Row := (1, 2, 3, 4);
   B     : array (1 .. 2) of Row := (others => (others => 0));
   C     : array (1 .. 2) of Cell;

   function Next return Integer is
   begin
      Calls := Calls + 1;
      return Calls;
   end Next;

   function Numbers return Row is
   begin
      Calls := Calls + 1;
      return (others => Calls);
   end Numbers;

   procedure Add (X : in out Integer; By : Integer := 10) is
   begin
      X := X + By;
   end Add;

   procedure Clear (X : out Cell) is
   begin
      X.Inside := (others => 7);
   end Clear;
begin
   Add (A (Next));
   pragma Assert (Calls = 1 and A = (11, 2, 3, 4));
   Calls := 0;
   Clear (C (Next));
   pragma Assert (Calls = 1 and C (1).Inside (4) = 7);
   Calls := 0;
   B (Next) (Next) := 1;
   C (Next - 2).Inside (Next) := 5;
   pragma Assert (Calls = 4 and B (1) (2) = 1 and C (1).Inside (4) = 5);
   Calls := 0;
   for Element of B (Next) loop
      Element := Element + 1;
   end loop;
   for Element of Numbers loop
      Calls := Calls + 0 * Element;
   end loop;
   pragma Assert (Calls = 2 and B (1) = (1, 2, 1, 1));
   Calls := 0;
   B (Next) (1 .. Next) := (6, 6);
   pragma Assert (Calls = 2 and B (1) = (6, 6, 1, 1));
   Calls := 0;
   pragma Assert (B (Next)'Length = 4 and Calls = 1);
   Calls := 4;
   Add (A (Next));   --~ violated index
end Indexes_Once;
