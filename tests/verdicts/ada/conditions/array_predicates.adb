-- run: cairn check %s
-- exit: 1
-- others: proved 17
--  Predicates of array types, with and without bounds.
-- not natively: array_predicates.adb:15 GNAT 12 checks no predicate where an expression function returns an array
procedure Array_Predicates (Which, Low : Integer) is
   type Sorted is array (1 .. 4) of Integer
     with Dynamic_Predicate => (for all I in 1 .. 3 => Sorted (I) <= Sorted (I + 1));
   type List is array (Positive range <>) of Integer with Dynamic_Predicate => List'Length > 1;
   type Free is array (Positive range <>) of Integer;
   subtype From_One is Free with Dynamic_Predicate => From_One'First = 1;
   procedure Take (X : List) is null;
   procedure Set_First (X : in out Sorted) is begin X (1) := Low; end Set_First;
   procedure Set (X : in out List) is begin X (X'First) := 1; end Set;
   function Make (N : Natural) return List is (1 .. N => 0);   --~ violated assertion
   V : Sorted := (1, 2, 3, 4);
   W : Sorted := (1, 2, 3, 4);
   L : List (1 .. 5) := (others => 1);
   F : Free (11 .. 15) := (1, 2, 3, 4, 5);
begin
   case Which is
      when 1 => V (1) := Low; W := V;                --~ violated assertion
      when 2 => V := (V with delta 1 => Low);        --~ violated assertion
      when 3 => Set_First (V);                       --~ proved assertion, violated assertion
      when 4 => V := (1, 2, 3, Low);                 --~ violated assertion
      when 5 => Take (L (1 .. 1));                   --~ violated assertion
      when 6 => declare Y : List := (1 => 1); begin null; end;    --~ violated assertion
      when 7 => declare Y : List := L (2 .. 2); begin null; end;  --~ violated assertion
      when 8 => pragma Assert (Make (Which - 8)'Length >= 0);
      when 9 => declare Y : Free := From_One'(F); begin null; end;    --~ violated assertion
      when 10 => declare Y : Free := From_One (F); begin null; end;   --~ violated assertion
      when 11 => V (1 .. 2) := (100, 0);
      when 12 => Take (L (1 .. 2));                  --~ proved assertion
      when 13 => pragma Assert (F not in From_One);
      when others => null;
   end case;
end Array_Predicates;
