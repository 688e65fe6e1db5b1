--  What loops promise: invariants and variants stand for iterations, and wrong ones are never proved.
--  run: cairn prove %s --strict
--  exit: 1
-- others: proved 37
procedure Loops is
   type Index is range 1 .. 20;
   type Arr is array (Index) of Integer;

   function Sum_Up (N : Natural) return Natural
   with Pre => N <= 100, Post => Sum_Up'Result = N + N
   is
      S : Natural := 0;
   begin
      for I in 1 .. N loop
         S := S + 2;
         pragma Loop_Invariant (S = 2 * I);
      end loop;
      return S;
   end Sum_Up;

   function Weak (N : Natural) return Natural
   with Pre => N <= 100, Post => Weak'Result = N  --~ unknown postcondition
   is
      S : Natural := 0;
   begin
      for I in 1 .. N loop
         S := S + 1;
         pragma Loop_Invariant (S <= I);
      end loop;
      return S;
   end Weak;

   function Wrong (N : Natural) return Natural
   with Pre => N <= 100, Post => Wrong'Result = N
   is
      S : Natural := 0;
   begin
      for I in 1 .. N loop
         S := S + 1;
         pragma Loop_Invariant (S < I);  --~ violated invariant-initial bound=1
      end loop;
      return S;
   end Wrong;

   procedure Fill (A : in out Arr; V : Integer)
   with Post => (for all I in Index => A (I) = V)
   is
   begin
      for I in Index loop
         pragma Loop_Invariant (for all J in Index'First .. I - 1 => A (J) = V);
         A (I) := V;
      end loop;
   end Fill;

   procedure Half (N : in out Natural)
   with Post => N <= N'Old
   is
   begin
      while N > 3 loop
         pragma Loop_Invariant (N <= N'Loop_Entry);
         pragma Loop_Variant (Decreases => N);
         N := N / 2;
      end loop;
   end Half;

   procedure Stuck (N : in out Natural)
   is
   begin
      while N > 3 loop
         pragma Loop_Invariant (N > 3);
         pragma Loop_Variant (Decreases => N);  --~ unknown variant
         N := N + (if N > 10 then -1 else 0);
      end loop;
   end Stuck;

   X : Arr := (others => 0);
   H : Natural := 50;
begin
   Fill (X, 3);
   pragma Assert (X (7) = 3);
   pragma Assert (Sum_Up (5) = 10);
   pragma Assert (Weak (5) = 5);
   pragma Assert (Wrong (5) = 5);
   Half (H);
   pragma Assert (H <= 50);
   Stuck (H);
end Loops;
