-- A function without a body of large arguments is remembered for the first four calls with different ones.
-- run: cairn check %s
-- today: exit 1, violated 1
-- others: proved

package body Many_Arguments is
   procedure Compare (A, B, C, D, E : Vector) is
      First, Second : Integer;
   begin
      First := Sum (A);
      First := Sum (B);
      First := Sum (C);
      First := Sum (D);
      First := Sum (E);
      Second := Sum (E);
      pragma Assert (First = Second); --~ proved assertion
   end Compare;
end Many_Arguments;
