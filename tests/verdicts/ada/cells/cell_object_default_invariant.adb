-- run: cairn check %s
-- exit: 1
-- others: proved 0

procedure Cell_Object_Default_Invariant is
   function Id (X : Integer) return Integer is (X);
   package Q is
      type T is private with Type_Invariant => Good (T);
      function Good (X : T) return Boolean;
   private
      type T is record
         V : Integer := Id (0);
      end record;
      function Good (X : T) return Boolean is (X.V > 0);
   end Q;
begin
   declare
      X : Q.T; --~ violated assertion
   begin
      null;
   end;
end Cell_Object_Default_Invariant;
