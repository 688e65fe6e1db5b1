-- A nested package with hidden state, used through its operations.
-- run: cairn check %s
-- others: proved 5

procedure Nested_State is
   package Debounce is
      procedure Sample (Pressed : Boolean);
      function Stable return Boolean;
   private
      Threshold : constant := 3;
   end Debounce;

   package body Debounce is
      Count : Natural range 0 .. Threshold := 0;

      procedure Sample (Pressed : Boolean) is
      begin
         if not Pressed then
            Count := 0;
         elsif Count < Threshold then
            Count := Count + 1;
         end if;
      end Sample;

      function Stable return Boolean is (Count = Threshold);
   end Debounce;
begin
   for I in 1 .. 2 loop
      Debounce.Sample (True);
   end loop;
   pragma Assert (not Debounce.Stable);
   Debounce.Sample (True);
   Debounce.Sample (True);
   pragma Assert (Debounce.Stable);
   Debounce.Sample (False);
   pragma Assert (not Debounce.Stable);
end Nested_State;
