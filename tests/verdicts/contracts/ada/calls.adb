--  Calls are what contracts say: a body changes nothing for its callers, and what a contract leaves open is not known.
--  run: cairn prove %s --strict
--  exit: 2
-- others: proved 22
procedure Calls is
   procedure Swap (X, Y : in out Integer)
   with Post => X = Y'Old and Y = X'Old
   is
      T : constant Integer := X;
   begin
      X := Y;
      Y := T;
   end Swap;

   procedure Twice (X, Y : in out Integer)
   with Post => X = X'Old and Y = Y'Old
   is
   begin
      Swap (X, Y);
      Swap (X, Y);
   end Twice;

   function Low (X : Integer) return Integer
   with Post => Low'Result <= X
   is (X);

   procedure User (X : Integer) is
      Y : constant Integer := Low (X);
   begin
      pragma Assert (Y <= X);
      pragma Assert (Y = X);  --~ unknown assertion
   end User;

   function Factorial (N : Natural) return Positive
   with
     Pre => N <= 5,
     Post => Factorial'Result <= (case N is when 0 | 1 => 1, when 2 => 2, when 3 => 6, when 4 => 24, when others => 120),
     Subprogram_Variant => (Decreases => N)
   is
   begin
      return (if N = 0 then 1 else N * Factorial (N - 1));
   end Factorial;

   function Sign (X : Integer) return Integer
   with Contract_Cases =>
     (X < 0  => Sign'Result = -1,
      X = 0  => Sign'Result = 0,
      others => Sign'Result = 1)
   is
   begin
      return (if X < 0 then -1 elsif X > 0 then 1 else 0);
   end Sign;

   A, B : Integer := 1;
begin
   Twice (A, B);
   pragma Assert (A = 1 and B = 1);
   User (3);
   pragma Assert (Factorial (3) <= 6);
   pragma Assert (Sign (A) = 1);
   pragma Assert (Sign (-B) = -1);
end Calls;
