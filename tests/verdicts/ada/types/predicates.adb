-- Static and dynamic predicates are checked where a value enters the subtype.
-- run: cairn check %s
-- exit: 1
-- others: proved 7

package body Predicates is
   function Half (E : Even) return Integer is
   begin
      pragma Assert (E / 2 * 2 = E);
      return E / 2;
   end Half;

   procedure Advance (E : in out Even) is
   begin
      if E < Integer'Last - 3 then
         E := E + 2;
      end if;
   end Advance;

   procedure Skip (E : in out Even) is
   begin
      if E < Integer'Last - 3 then
         E := E + 3; --~ violated, proved overflow
      end if;
   end Skip;

   function Working (D : Day) return Boolean is
   begin
      return D in Rest_Day;
   end Working;

   procedure Plan (D : in out Day) is
      R : Rest_Day := Sat;
   begin
      if D >= Fri then
         R := D; --~ violated
      end if;
      D := R;
      pragma Assert (D = Sat or D = Sun);
   end Plan;
end Predicates;
