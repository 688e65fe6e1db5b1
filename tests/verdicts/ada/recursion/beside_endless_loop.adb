-- part-of: beside_endless_loop.ads
package body Beside_Endless_Loop is
   function Factorial (N : Natural) return Natural is
     (if N = 0 then 1 else N * Factorial (N - 1));
   procedure Serve (X : in out Integer) is
   begin
      loop
         X := 0;
      end loop;
   end Serve;
end Beside_Endless_Loop;
