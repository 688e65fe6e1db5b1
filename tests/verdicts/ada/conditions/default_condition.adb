-- What a type promises of objects that are initialized by default is checked where they are.
-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Default_Condition is
   package Counters is
      type Counter is private with Default_Initial_Condition => Is_Zero (Counter);
      function Is_Zero (C : Counter) return Boolean;
   private
      type Counter is record
         Value : Integer := 1;
      end record;
      function Is_Zero (C : Counter) return Boolean is (C.Value = 0);
   end Counters;

   C : Counters.Counter; --~ violated assertion
begin
   null;
end Default_Condition;
