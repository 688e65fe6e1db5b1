--  finished
procedure Unconstrained is
   type Vec is array (Integer range <>) of Integer;
   function Reversed (V : Vec) return Vec is
      R : Vec (V'Range);
   begin
      for I in V'Range loop
         R (I) := V (V'Last - (I - V'First));
      end loop;
      return R;
   end Reversed;
   function Prefix (S : String; N : Natural) return String is
   begin
      return S (S'First .. S'First + N - 1);
   end Prefix;
   procedure Zero (V : out Vec) is
   begin
      V := (V'Range => 0);
   end Zero;
   function Count (S : String; C : Character) return Natural is
      N : Natural := 0;
   begin
      for X of S loop
         if X = C then
            N := N + 1;
         end if;
      end loop;
      return N;
   end Count;
   A : Vec (-1 .. 2) := (1, 2, 3, 4);
   K : Integer := 3;
   B : Vec (1 .. K);
   subtype Ten is Integer range 1 .. K;
   T : Ten := 2;
begin
   A := Reversed (A);
   pragma Assert (A = (4, 3, 2, 1));
   pragma Assert (Reversed (A (0 .. 1)) = (2, 3));
   pragma Assert (Prefix ("hello", 3) = "hel");
   pragma Assert (Prefix ("hello", 0) = "");
   Zero (A);
   pragma Assert ((for all X of A => X = 0));
   B := (5, 6, 7);
   pragma Assert (B'Length = 3 and B (3) = 7);
   Zero (B);
   pragma Assert (B (2) = 0);
   pragma Assert (Count ("banana", 'a') = 3);
   T := T + 1;
   pragma Assert (T = 3);
end Unconstrained;
