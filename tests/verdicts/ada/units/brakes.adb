-- The body of a procedure stands in a file of its own (a subunit).
-- run: cairn check %s
-- exit: 1
-- others: proved 3

package body Brakes is
   Applications : Natural := 0;

   procedure Apply (Line : in out Pressure; Step : Pressure) is separate;
end Brakes;
