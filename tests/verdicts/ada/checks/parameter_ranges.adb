-- Where a value is passed into, out of, and back from a subprogram, its range is checked.
-- run: cairn check %s
-- exit: 1
-- others: proved 5

procedure Parameter_Ranges (Raw : in out Integer; Level : out Natural) is
   subtype Throttle is Integer range 0 .. 100;

   procedure Trim (T : in out Throttle) is
   begin
      if T < 100 then
         T := T + 1;
      end if;
   end Trim;

   procedure Measure (V : out Integer) is
   begin
      V := Raw;
   end Measure;

   function Clipped (X : Integer) return Throttle is
   begin
      if X > 100 then
         return 100;
      end if;
      return X; --~ violated range
   end Clipped;
begin
   Level := Clipped (Raw);
   Measure (Raw);
   if Raw = 7 then
      Measure (Level);
      pragma Assert (Level = 7);
   end if;
   Trim (Raw); --~ violated range
   pragma Assert (Raw in 1 .. 100);
end Parameter_Ranges;
