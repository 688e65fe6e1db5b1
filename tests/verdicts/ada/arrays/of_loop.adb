-- `for … of` visits the elements and may change them.
-- run: cairn check %s
-- exit: 1
-- others: proved 3

package body Of_Loop is
   procedure Scale (G : in out Gains; By : Factor) is
   begin
      for X of G loop
         X := X * By; --~ violated range, violated overflow
      end loop;
   end Scale;

   procedure Clip (G : in out Gains) is
   begin
      for X of G loop
         if X > 100 then
            X := 100;
         end if;
      end loop;
   end Clip;

   function Largest (G : Gains) return Factor is
      M : Factor := 0;
   begin
      for X of reverse G loop
         M := Factor'Max (M, X);
      end loop;
      return M;
   end Largest;
end Of_Loop;
