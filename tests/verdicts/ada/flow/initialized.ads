-- run: cairn prove %s
-- exit: 2
-- others: proved 1
--  What `Initializes` names has an initial value of constants; anything else is not decided.
package Initialized with SPARK_Mode is
   Limit : constant Integer := 10;
   package Given with Initializes => (First, Second) is
      First  : Integer := Limit + 1;
      Second : Natural := 0;
   end Given;
   package Late with Initializes => Third is    --~ unsupported unsupported
      Third : Integer;
   end Late;
   procedure Change (X : out Integer);
   procedure Change (X : out Integer) is null;
end Initialized;
