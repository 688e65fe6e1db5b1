-- run: cairn check %s
-- exit: 1
-- others: proved 1

procedure Cell_Call_Predicate is
   function Id (X : Integer) return Integer is (X);
   type T is record
      V : Integer;
   end record with Dynamic_Predicate => T.V > 0;
   procedure P (X : T) is null;
   type U is array (1 .. 2) of T;
   X : T := (V => 1);
begin
   X.V := Id (0);
   P (X); --~ violated assertion
end Cell_Call_Predicate;
