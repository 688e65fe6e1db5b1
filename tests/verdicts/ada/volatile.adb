-- A volatile variable may have another value at each read.
-- run: cairn check %s
-- exit: 1
-- others: proved 1

package body Volatile is
   procedure Read (Same : out Boolean) is
      A, B : Integer;
   begin
      Port := 3;
      A := Port;
      B := Port;
      Same := A = B;
      pragma Assert (Same); --~ violated assertion
      Plain := 3;
      A := Plain;
      pragma Assert (A = Plain);
   end Read;
end Volatile;
