--  What is easily taken to stay as it is: effects of functions, of conditions, of elements, of exceptions, of inner loops.
--  run: cairn prove %s
--  exit: 1
-- others: proved 35
package body Traps is
   function Impure (X : Integer) return Integer is
   begin
      G := (if G < 1000 then G + 1 else 0);
      return X;
   end Impure;

   procedure Use_Impure is
      Y : Integer;
   begin
      G := 5;
      Y := Impure (3);
      pragma Assert (Y = 3);
      pragma Assert (G = 5);  --~ violated assertion
   end Use_Impure;

   procedure Nested is
      S, T : Integer := 0;
   begin
      for I in 1 .. 3 loop
         for J in 1 .. 2 loop
            S := S + 1;
            pragma Loop_Invariant (S = 2 * (I - 1) + J);
            T := (if T < 3 then T + 1 else 0);
         end loop;
         pragma Loop_Invariant (S = 2 * I);
      end loop;
      pragma Assert (S = 6);
      pragma Assert (T = 0);  --~ violated assertion
   end Nested;

   procedure Exit_Before (N : Natural) is
      S : Integer := 0;
   begin
      loop
         exit when S >= N or S > 50;
         S := S + 1;
         pragma Loop_Invariant (S in 1 .. 51);
      end loop;
      pragma Assert (S >= 1);  --~ violated assertion
   end Exit_Before;

   function Side return Boolean is
   begin
      H := (if H < 100 then H + 1 else 100);
      return H < 5;
   end Side;

   procedure While_Side is
      K : Integer := 0;
   begin
      H := 0;
      while Side loop
         pragma Loop_Invariant (K in 0 .. 100);
         K := (if K < 100 then K + 1 else 0);
      end loop;
      pragma Assert (H = 0);  --~ violated assertion
      pragma Assert (K in 0 .. 100);
   end While_Side;

   procedure Elements is
      A : Arr := (others => 1);
      S : Integer := 0;
   begin
      for E of A loop
         pragma Loop_Invariant (S in 0 .. 100);
         E := 2;
         S := (if S < 50 then S + 2 else 0);
      end loop;
      pragma Assert (A (1) = 1);  --~ violated assertion
   end Elements;

   procedure Raises (X : Integer) is
   begin
      if X <= 0 then
         raise Constraint_Error;  --~ violated reachable
      end if;
   end Raises;

   procedure Handles (X : Integer) is
      R : Integer := 0;
   begin
      begin
         Raises (X);
         R := 1;
      exception
         when Constraint_Error => R := 2;
      end;
      pragma Assert (R = 1 or R = 2);
      pragma Assert (R = 1);  --~ violated assertion
   end Handles;

   procedure Outer is
      V : Integer := 1;
      procedure Inner
      with Post => True
      is
      begin
         V := 7;
      end Inner;
   begin
      Inner;
      pragma Assert (V = 7);
      pragma Assert (V = 1);  --~ violated assertion
   end Outer;

   procedure Jump is
      Z : Integer := 0;
   begin
      <<Top>>
      for I in 1 .. 3 loop
         pragma Loop_Invariant (Z in 0 .. 9);
         Z := (if Z < 9 then Z + 1 else 0);
         if Z = 2 then
            goto Top;
         end if;
      end loop;
      pragma Assert (Z = 3);  --~ violated assertion
   end Jump;

   procedure Declared is
      Q : Integer := 0;
   begin
      for I in 1 .. 4 loop
         declare
            L : constant Integer := I;
         begin
            Q := Integer'Max (Q, L);
         end;
         pragma Loop_Invariant (Q = I);
      end loop;
      pragma Assert (Q = 4);
      pragma Assert (Q = 5);  --~ violated assertion
   end Declared;
end Traps;
