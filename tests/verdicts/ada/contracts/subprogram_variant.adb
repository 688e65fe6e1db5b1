-- run: cairn check %s
-- exit: 1
-- others: proved 8
--  A subprogram that calls itself makes progress.
procedure Subprogram_Variant (Which, K : Integer) is
   function Jumps (N : Natural) return Natural with Subprogram_Variant => (Decreases => N);
   function Jumps (N : Natural) return Natural is
   begin
      if N = 0 or N = 7 then
         return 0;
      elsif N = 5 then
         return Jumps (7);      --~ violated variant
      end if;
      return Jumps (N - 1);     --~ proved variant
   end Jumps;
   procedure Two (M, N : Natural) with Subprogram_Variant => (Decreases => M, Increases => N), Pre => N <= 4 and M <= 2;
   procedure Two (M, N : Natural) is
   begin
      if N < 4 then
         Two (M, N + 1);        --~ proved precondition, proved variant
      elsif M > 0 then
         Two (M - 1, 0);        --~ proved precondition, proved variant
      end if;
   end Two;
begin
   if Which = 1 and K in 0 .. 6 then
      pragma Assert (Jumps (K) = 0);
   elsif Which = 2 then
      Two (1, 3);               --~ proved precondition
   end if;
end Subprogram_Variant;
