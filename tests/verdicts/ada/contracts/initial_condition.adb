-- run: cairn check %s
-- exit: 1
-- others: proved 1
--  The initial condition holds when a package is elaborated: behind its body, if it has one.
-- not natively: initial_condition.adb:18 GNAT 12 checks the initial condition of packages with a body only
procedure Initial_Condition is
   package Good with Initial_Condition => Ready and Count = 2 is    --~ proved assertion
      Count : Integer := 1;
      function Ready return Boolean;
   end Good;
   package body Good is
      Hidden : Boolean := False;
      function Ready return Boolean is (Hidden);
   begin
      Count := 2;
      Hidden := True;
   end Good;
   package No_Body with Initial_Condition => X = 3 is    --~ violated assertion
      X : Integer := 2;
   end No_Body;
begin
   pragma Assert (Good.Count = 2);
end Initial_Condition;
