-- run: cairn check %s
-- exit: 1
-- others: proved 4

procedure Cell_Invariant_Of_Matrix is
   function Id (X : Integer) return Integer is (X);
   package Q is
      type T is private with Type_Invariant => Good (T);
      type M is array (1 .. 2, 1 .. 2) of T;
      function Good (X : T) return Boolean;
      procedure P (X : in out M);
   private
      type T is record
         V : Integer := 1;
      end record;
      function Good (X : T) return Boolean is (X.V > 0);
   end Q;
   package body Q is
      procedure P (X : in out M) is
      begin
         X (1, 2).V := Id (0);
      end P; --~ violated assertion
   end Q;
   X : Q.M;
begin
   Q.P (X);
end Cell_Invariant_Of_Matrix;
