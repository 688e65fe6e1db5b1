--  Conditions on all elements of an array.
--  run: cairn prove %s
--  exit: 1
-- others: proved 22
procedure Largest is
   subtype Index is Integer range 1 .. 20;
   type Arr is array (Index) of Integer;

   function Max (A : Arr) return Integer
   with Post => (for all I in Index => A (I) <= Max'Result) and (for some I in Index => A (I) = Max'Result)
   is
      M : Integer := A (1);
   begin
      for I in 2 .. 20 loop
         if A (I) > M then
            M := A (I);
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => A (J) <= M);
         pragma Loop_Invariant (for some J in 1 .. I => A (J) = M);
      end loop;
      return M;
   end Max;

   procedure Fill (A : in out Arr; To : Index; V : Integer)
   with Post => (for all I in Index => A (I) = (if I <= To then V else A'Old (I)))
   is
   begin
      for I in 1 .. To loop
         A (I) := V;
         pragma Loop_Invariant (for all J in Index => A (J) = (if J <= I then V else A'Loop_Entry (J)));
      end loop;
   end Fill;

   function Find (A : Arr; V : Integer) return Natural
   with Post =>
     (if Find'Result = 0 then (for all I in Index => A (I) /= V)
      else Find'Result <= 20 and then A (Find'Result) = V)
   is
   begin
      for I in Index loop
         if A (I) = V then
            return I;
         end if;
         pragma Loop_Invariant (for all J in 1 .. I => A (J) /= V);
      end loop;
      return 0;
   end Find;

   procedure Clear_Most (A : in out Arr)
   with Post => (for all I in Index => A (I) = 0)  --~ violated postcondition
   is
   begin
      for I in 1 .. 19 loop
         A (I) := 0;
         pragma Loop_Invariant (for all J in 1 .. I => A (J) = 0);
      end loop;
   end Clear_Most;

   X : Arr := (others => 5);
begin
   Fill (X, 10, 3);
   pragma Assert (X (10) = 3 and X (11) = 5);
   pragma Assert (Max (X) >= X (15));
   pragma Assert (Find (X, 3) /= 0);
end Largest;
