-- A recursion that ends is decided by its own depth, whatever entry beside it never ends.
-- run: cairn check beside_endless_loop.ads beside_endless_loop.adb
-- others: proved 5

package Beside_Endless_Loop is
   function Factorial (N : Natural) return Natural with Pre => N <= 6;
   procedure Serve (X : in out Integer);
end Beside_Endless_Loop;
