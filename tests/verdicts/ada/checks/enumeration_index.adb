-- An array indexed by an enumeration has no index outside the type, but a subtype of it may be too small.
-- run: cairn check %s
-- exit: 1

procedure Enumeration_Index (Today : Integer; Hours : out Integer) is
   type Day is (Mon, Tue, Wed, Thu, Fri, Sat, Sun);
   subtype Weekday is Day range Mon .. Fri;
   type Work is array (Weekday) of Natural;
   Plan : constant Work := (Mon .. Thu => 8, Fri => 6);
   D    : Day;
begin
   Hours := 0;
   if Today in 0 .. 6 then
      D := Day'Val (Today); --~ proved range
      Hours := Plan (D); --~ violated index
      pragma Assert (Hours = 8 or D = Fri); --~ proved assertion
   end if;
end Enumeration_Index;
