-- run: cairn check %s
-- exit: 1
-- others: proved 14
--  A `Predicate_Failure` may decide by conditions what it raises.
procedure Failure_By_Conditions is
   subtype Small is Integer
     with Predicate => Small > 0,
          Predicate_Failure => (if Small = 0 then raise Constraint_Error else raise Program_Error);
   type Pair is record
      A, B : Integer;
   end record with
     Predicate => Pair.A <= Pair.B,
     Predicate_Failure =>
       (case Pair.A is when 7 => raise Constraint_Error, when others => "not in order");
   Zero : Integer := 0;
   X : Small := 1;
   P : Pair := (1, 2);
   Met : Integer := 0;
begin
   begin
      X := Zero;
   exception
      when Constraint_Error => Met := 1;
      when Program_Error => Met := 2;
   end;
   pragma Assert (Met = 1);
   begin
      X := Zero - 1;
   exception
      when Constraint_Error => Met := 3;
      when Program_Error => Met := 4;
   end;
   pragma Assert (Met = 4);
   begin
      P := (7, Zero);
   exception
      when Constraint_Error => Met := 5;
   end;
   pragma Assert (Met = 5);
   P := (8, Zero);   --~ violated assertion
end Failure_By_Conditions;
