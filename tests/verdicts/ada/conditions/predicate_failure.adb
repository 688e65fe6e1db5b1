-- run: cairn check %s
-- exit: 0
-- others: proved 4
--  Predicate_Failure chooses the exception.
procedure Predicate_Failure (Low : Integer) is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0, Predicate_Failure => raise Constraint_Error with "odd";
   type Pair is record A, B : Integer; end record
     with Dynamic_Predicate => Pair.A <= Pair.B, Predicate_Failure => "not sorted";
   X : Even := 0;
   P : Pair := (0, 0);
   Seen : Integer := 0;
begin
   begin
      X := Low;
      Seen := 1;
   exception
      when Constraint_Error => Seen := 2;
   end;
   pragma Assert (Seen = (if Low mod 2 = 0 then 1 else 2));
   begin
      P := (A => 1, B => Low);
      Seen := 3;
   exception
      when Constraint_Error => Seen := 4;
      when others => Seen := 5;
   end;
   pragma Assert (Seen = (if Low >= 1 then 3 else 5));
end Predicate_Failure;
