--  What a body writes is what calls of it may change, and no more.
--  run: cairn prove %s
--  exit: 1
-- others: proved 19
package body Globals is
   procedure Bump is
   begin
      Count := Count + 1;
      Trace (Count mod 4) := Count;
   end Bump;

   procedure Twice is
   begin
      Bump;
      Bump;
   end Twice;

   procedure Apart is
   begin
      Other := 7;
      Bump;
      pragma Assert (Other = 7);
   end Apart;

   procedure Forgets is
   begin
      Count := 3;
      Bump;
      pragma Assert (Count = 3);  --~ violated assertion
   end Forgets;

   procedure Many is
   begin
      for I in 1 .. 10 loop
         pragma Loop_Invariant (Count = Count'Loop_Entry + I - 1);
         Bump;
      end loop;
   end Many;
end Globals;
