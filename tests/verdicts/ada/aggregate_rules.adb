-- Bounds of aggregates lie in the index subtype; a call behind `others` is made for each component.
-- run: cairn check %s
-- exit: 1
-- others: proved 6

procedure Aggregate_Rules (Flag : Boolean) is
   subtype Workday is Integer range 1 .. 5;
   type Plan is array (Workday range <>) of Integer;
   Count : Natural := 0;

   function Next return Integer is
   begin
      Count := Count + 1;
      return Count;
   end Next;

   P : Plan (1 .. 5);
   C : constant Integer := 1;

   procedure Inner is
      C : constant Integer := 5;
   begin
      pragma Assert (Aggregate_Rules.C = 1 and C = 5);
   end Inner;
begin
   Inner;
   P := (2 => 0, others => Next);
   pragma Assert (Count = 4);
   pragma Assert (P (2) = 0 and P (1) /= P (3));
   if Flag then
      P := (3 .. 7 => 0); --~ violated range
   end if;
   pragma Assert (P (5) = 4);
end Aggregate_Rules;
