-- Choices and loops that name a subtype with a static predicate mean its values only.
-- run: cairn check %s
-- exit: 1
-- others: proved 12

procedure Static_Predicates is
   subtype Small is Integer range 1 .. 20;
   subtype High is Small with Static_Predicate => High in 15 .. 18 | 20;
   subtype Low is Small with Static_Predicate => Low not in High and Low < 10;
   Kinds : array (1 .. 3) of Natural := (others => 0);
   Sum   : Natural := 0;
begin
   for X in Small loop
      case X is
         when High => Kinds (1) := Kinds (1) + 1;
         when Low  => Kinds (2) := Kinds (2) + 1;
         when others => Kinds (3) := Kinds (3) + 1;
      end case;
   end loop;
   pragma Assert (Kinds (1) = 5);
   pragma Assert (Kinds (2) = 9);
   for X in High loop
      Sum := Sum + X;
   end loop;
   pragma Assert (Sum = 15 + 16 + 17 + 18 + 20);
   pragma Assert (for all X in Low => X /= 10 and X < 12);
   pragma Assert (Kinds (3) = 7); --~ violated assertion
end Static_Predicates;
