-- A low-pass filter in fixed point keeps its state within the range of its inputs.
-- run: cairn check %s
-- others: proved 6

package body Filter is
   procedure Step (State : in out Celsius; Sample : Celsius) is
   begin
      State := State + (Sample - State) / 4;
   end Step;
end Filter;
