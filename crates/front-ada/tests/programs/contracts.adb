--  finished
procedure Contracts is
   type Vec is array (1 .. 4) of Integer;
   procedure Double (V : in out Vec; Changed : out Boolean)
     with Pre => (for all X of V => X in -100 .. 100),
          Post => (for all I in V'Range => V (I) = 2 * V'Old (I)) and then Changed,
          Contract_Cases => (V (1) > 0 => V (1) > V'Old (1), others => True)
   is
   begin
      for I in V'Range loop
         pragma Loop_Invariant (for all J in V'First .. I - 1 => V (J) = 2 * V'Loop_Entry (J));
         pragma Loop_Variant (Increases => I);
         V (I) := V (I) * 2;
      end loop;
      Changed := True;
   end Double;
   V : Vec := (1, -2, 3, 0);
   B : Boolean;
   N : Natural := 10;
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   type Pair is record
      A, B : Integer;
   end record with Dynamic_Predicate => Pair.A <= Pair.B;
   P : Pair := (1, 2);
begin
   Double (V, B);
   pragma Assert (V = (2, -4, 6, 0) and B);
   while N > 0 loop
      pragma Loop_Variant (Decreases => N);
      N := N / 2;
   end loop;
   pragma Assert (N in Even);
   pragma Assert (3 not in Even);
   P := (3, 5);
   pragma Assert (P.B = 5);
   pragma Assume (N = 0);
end Contracts;
