-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Invariant_At_Return is
   function Id (X : Integer) return Integer is (X);
   package Q is
      type T is private with Type_Invariant => Good (T);
      function Good (X : T) return Boolean;
      procedure P (X : in out T);
   private
      type T is record
         V : Integer := 1;
      end record;
      function Good (X : T) return Boolean is (X.V > 0);
   end Q;
   package body Q is
      procedure P (X : in out T) is
      begin
         X.V := Id (0);
      end P; --~ violated assertion
   end Q;
   X : Q.T;
begin
   Q.P (X);
end Cell_Invariant_At_Return;
