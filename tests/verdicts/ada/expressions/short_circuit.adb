-- `and then` and `or else` protect their right side; `and` and `or` do not.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

package body Short_Circuit is
   function Steep (Rise, Run : Integer) return Boolean is
   begin
      return Run /= 0 and then Rise / Run > 2; --~ proved division-by-zero, violated overflow
   end Steep;

   function Flat (Rise, Run : Natural) return Boolean is
   begin
      return Run = 0 or else Rise / Run = 0; --~ proved division-by-zero
   end Flat;

   function Careless (Rise, Run : Natural) return Boolean is
   begin
      return Run /= 0 and Rise / Run > 2; --~ violated division-by-zero
   end Careless;

   function Exactly_One (A, B : Boolean) return Boolean is
   begin
      return A xor B;
   end Exactly_One;
end Short_Circuit;
