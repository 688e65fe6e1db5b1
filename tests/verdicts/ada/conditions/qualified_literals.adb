-- run: cairn check %s
-- exit: 1
-- others: proved 5
--  The predicate of a subtype is checked of literals, too.
procedure Qualified_Literals (Way : Integer) is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   subtype Picked is Integer with Static_Predicate => Picked in 1 | 3;

   Oops : exception;
   subtype Small is Integer with Dynamic_Predicate => Small < 3, Predicate_Failure => raise Oops;

   X : Even := 0;
   N : Integer;
begin
   X := Even'(4);
   N := Picked'(3);
   pragma Assert (X = 4 and N = 3);
   case Way is
      when 1 =>
         X := Even'(5); --~ violated assertion
      when 2 =>
         N := Even (7); --~ violated assertion
      when 3 =>
         begin
            N := Small'(3);
         exception
            when Oops => N := 9;
         end;
         pragma Assert (N = 9);
      when others =>
         null;
   end case;
end Qualified_Literals;
