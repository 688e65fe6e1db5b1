--  finished
procedure Control is
   N : Integer := 0;
   K : Integer := 0;
   My_Error : exception;
   function Collatz (Start : Positive) return Natural is
      X : Positive := Start;
      Steps : Natural := 0;
   begin
      while X /= 1 loop
         if X mod 2 = 0 then
            X := X / 2;
         else
            X := 3 * X + 1;
         end if;
         Steps := Steps + 1;
      end loop;
      return Steps;
   end Collatz;
   procedure Swap (A, B : in out Integer) is
      T : constant Integer := A;
   begin
      A := B;
      B := T;
   end Swap;
   procedure Bump (By : Integer := 1) is
   begin
      N := N + By;
   end Bump;
   function Risky (X : Integer) return Integer is
   begin
      if X < 0 then
         raise My_Error with "negative";
      end if;
      return 100 / X;
   end Risky;
   function Fact (X : Natural) return Positive is
     (if X = 0 then 1 else X * Fact (X - 1));
   function Make return Integer is
   begin
      return R : Integer := 5 do
         R := R + 1;
      end return;
   end Make;
begin
   for I in reverse 1 .. 5 loop
      N := N * 10 + I;
   end loop;
   pragma Assert (N = 54321);
   pragma Assert (Collatz (6) = 8);
   Outer : for I in 1 .. 10 loop
      for J in 1 .. 10 loop
         K := K + 1;
         exit Outer when I * J = 12;
      end loop;
   end loop Outer;
   pragma Assert (K = 16);
   for I in 2 .. 1 loop
      K := 0;
   end loop;
   pragma Assert (K = 16);
   Swap (N, K);
   pragma Assert (N = 16 and K = 54321);
   Bump;
   Bump (By => 3);
   pragma Assert (N = 20);
   begin
      N := Risky (0);
   exception
      when Constraint_Error => N := 1;
      when My_Error => N := 2;
   end;
   pragma Assert (N = 1);
   begin
      N := Risky (-1);
   exception
      when Constraint_Error => N := 1;
      when others => N := 3;
   end;
   pragma Assert (N = 3);
   begin
      begin
         raise My_Error;
      exception
         when My_Error => K := 1; raise;
      end;
   exception
      when others => K := K + 1;
   end;
   pragma Assert (K = 2);
   pragma Assert (Fact (5) = 120);
   pragma Assert (Make = 6);
   K := 0;
   <<Again>>
   K := K + 1;
   if K < 3 then
      goto Again;
   end if;
   pragma Assert (K = 3);
   declare
      Z : Integer := K * 2;
   begin
      case Z is
         when 0 .. 5 => K := 0;
         when 6 | 7 => K := 1;
         when others => K := 2;
      end case;
   end;
   pragma Assert (K = 1);
end Control;
