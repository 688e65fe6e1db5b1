-- Contract cases: exactly one guard holds at the call, and its consequence at the return.
-- run: cairn check %s
-- exit: 1
-- others: proved 10

package body Valve is
   function Classify (P : Position; Error : Boolean) return State is
   begin
      if Error then
         return Faulty;
      end if;
      return (case P is when 0 => Closed, when 100 => Open, when others => Opening);
   end Classify;

   function Sloppy (P : Position; Error : Boolean) return State is
   begin
      return Classify (P, Error);
   end Sloppy;
end Valve;
