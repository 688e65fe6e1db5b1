-- Named and default parameters, modes, and recursion.
-- run: cairn check %s
-- others: proved 14

procedure Parameters is
   Log : Natural := 0;
   procedure Note (Level : Natural := 1; Repeat : Positive := 1) is
   begin
      Log := Log + Level * Repeat;
   end Note;
   procedure Split (Total : Natural; Hundreds, Rest : out Natural) is
   begin
      Hundreds := Total / 100;
      Rest := Total mod 100;
   end Split;
   procedure Rotate (A, B, C : in out Integer) is
      Old : constant Integer := A;
   begin
      A := B;
      B := C;
      C := Old;
   end Rotate;
   function Greatest_Divisor (A, B : Natural) return Natural is
     (if B = 0 then A else Greatest_Divisor (B, A mod B));
   H, R : Natural;
   T    : array (1 .. 3) of Integer := (1, 2, 3);
begin
   Note;
   Note (Repeat => 4);
   Note (2, Repeat => 5);
   Note (Repeat => 2, Level => 3);
   pragma Assert (Log = 1 + 4 + 10 + 6);
   Split (Rest => R, Hundreds => H, Total => 754);
   pragma Assert (H = 7 and R = 54);
   Rotate (T (1), T (2), T (3));
   pragma Assert (T = (2, 3, 1));
   pragma Assert (Greatest_Divisor (84, 36) = 12);
end Parameters;
