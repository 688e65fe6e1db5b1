-- The range of a derived enumeration type is checked for its literals too.
-- run: cairn check %s
-- exit: 1
-- others: proved 5

procedure Derived_Literals (N : Integer) is
   type Parent is (E1, E2, E3, 'A', E4);
   subtype Place is Integer range 1 .. 2;
   procedure Dynamic (First : Place) is
      type T is new Parent range Parent'Val (First) .. Parent'Val (3);
      X : T;
   begin
      X := 'A';
      X := E3;
      X := E2; --~ violated range
   end Dynamic;
   type Fixed is new Parent range E2 .. E3;
   Y : Fixed := E2;
begin
   if N in Place then
      Dynamic (N);
   else
      Y := E4; --~ violated range
   end if;
end Derived_Literals;
