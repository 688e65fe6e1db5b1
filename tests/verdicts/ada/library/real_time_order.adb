-- run: cairn check %s
-- others: proved 3
with Ada.Real_Time; use Ada.Real_Time;
procedure Real_Time_Order is
   Start : constant Time := Clock;
   Now   : constant Time := Clock;
begin
   pragma Assert (Start <= Time_Last and Start >= Time_First);
   pragma Assert (Start < Now or Start = Now or Start > Now);
   pragma Assert (if Now - Start > Time_Span_Zero then not (Now - Start <= Time_Span_Zero));
end Real_Time_Order;
