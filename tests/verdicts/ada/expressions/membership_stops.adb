-- run: cairn check %s
-- others: proved 7
--  A membership test looks at its choices in order and stops at the first that matches; the predicate of a subtype is asked only
--  of values in its range (RM 4.5.2).
procedure Membership_Stops (V : Integer) is
   Calls : Natural := 0;

   function Called (X : Integer) return Integer is
   begin
      Calls := 1;
      return X;
   end Called;

   subtype Few is Integer range 1 .. 100 with Dynamic_Predicate => Few * Few /= 49;

   type Row is array (Positive range <>) of Integer;
   A : constant Row := (1, 2);
   N : Natural := 0;
begin
   if V = 2 then
      if V in 2 | V + Integer'Last | 7 then
         N := 1;
      end if;
      if V not in 2 | Called (9) .. 30 then
         N := 2;
      end if;
      if A in Row'(1, 2) | Row'(1 => Called (V)) then
         N := N + 2;
      end if;
      pragma Assert (N = 3 and Calls = 0);
   end if;
   if V in Few then
      pragma Assert (V /= 7);
   elsif V in 3 | Called (7) then
      pragma Assert (Calls = 1);
   end if;
end Membership_Stops;
