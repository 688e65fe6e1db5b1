-- part-of: of_loop.adb

package Of_Loop is
   type Factor is range 0 .. 1_000;
   type Gains is array (1 .. 5) of Factor;
   procedure Scale (G : in out Gains; By : Factor);
   procedure Clip (G : in out Gains)
     with Post => (for all X of G => X <= 100);
   function Largest (G : Gains) return Factor
     with Post => (for all X of G => X <= Largest'Result) and (for some X of G => X = Largest'Result);
end Of_Loop;
