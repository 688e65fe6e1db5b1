-- run: cairn prove %s states.adb
-- exit: 1
-- others: proved 10
--  Abstract states stand for the variables they are refined by.
package States with SPARK_Mode, Abstract_State => (Stock, (Journal with External)), Initializes => Stock is
   procedure Put (X : Integer) with Global => (In_Out => Stock), Depends => (Stock =>+ X);
   function Last return Integer with Global => (Input => Stock);
   procedure Note (X : Integer) with Global => (Output => Journal), Depends => (Journal => X);
   procedure Peek (X : out Integer) with Global => (Input => Journal);
   procedure Mixed with Global => (In_Out => Stock);
end States;
