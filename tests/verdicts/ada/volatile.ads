-- part-of: volatile.adb
package Volatile is
   Port  : Integer with Volatile;
   Plain : Integer := 0;
   procedure Read (Same : out Boolean);
end Volatile;
