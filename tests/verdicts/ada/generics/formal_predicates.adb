-- run: cairn check %s
-- exit: 1
-- others: proved 1

--  Values of formal constants pass the predicates of their subtypes, static ones too.
procedure Formal_Predicates is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   generic
      N : Even;
   procedure G;
   procedure G is null;
   procedure Good is new G (2);
   procedure Bad is new G (3); --~ violated assertion
begin
   Good;
   Bad;
end Formal_Predicates;
