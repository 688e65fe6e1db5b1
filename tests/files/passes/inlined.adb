-- Inlining: names carry package and subprogram; attributes are gone.
-- run: cairn check %s --show inlined

package Week is
   type Day is (Mon, Tue, Wed, Thur, Fri, Sat, Sun);
   subtype Weekday is Day range Day'First .. Fri;
   type Work_Hours is array (Weekday) of Natural;

   procedure Book (Hours : in out Work_Hours; D : in Weekday; Free : out Boolean);
end Week;

package body Week is
   function Next (D : Day) return Day is
   begin
      if D = Day'Last then
         return Mon;
      end if;
      return Day'Succ (D);
   end Next;

   procedure Book (Hours : in out Work_Hours; D : in Weekday; Free : out Boolean) is
      Tomorrow : Day;
   begin
      Tomorrow := Next (D);
      Free := Tomorrow > Weekday'Last;
      if not Free then
         Hours (Tomorrow) := 8;
      end if;
   end Book;
end Week;
