--  finished
procedure Arrays is
   type Vec is array (Positive range <>) of Integer;
   type Fixed is array (3 .. 7) of Integer;
   type Grid is array (1 .. 2, 0 .. 2) of Integer;
   type Flags is array (1 .. 4) of Boolean;
   type Day is (Mon, Tue, Wed);
   type Hours is array (Day) of Natural;
   F : Fixed := (1, 2, 3, 4, 5);
   G : Grid := (1 => (1, 2, 3), 2 => (4, 5, 6));
   H : Hours := (Mon => 8, others => 0);
   P, Q : Flags := (True, False, True, False);
   V : Vec (1 .. 5) := (others => 0);
   S : String := "hello";
   T : constant String := "ab" & "cd" & 'e';
   function Sum (A : Vec) return Integer is
      R : Integer := 0;
   begin
      for I in A'Range loop
         R := R + A (I);
      end loop;
      return R;
   end Sum;
   procedure Fill (A : in out Vec; X : Integer) is
   begin
      for E of A loop
         E := E + X;
      end loop;
   end Fill;
begin
   pragma Assert (F (3) = 1 and F'First = 3 and F'Length = 5);
   F (4) := 20;
   pragma Assert (F = (1, 20, 3, 4, 5));
   F (3 .. 5) := F (5 .. 7);
   pragma Assert (F = (3, 4, 5, 4, 5));
   pragma Assert (G (2, 1) = 5 and G'Last (2) = 2 and G'Length (1) = 2);
   G (1, 2) := 9;
   pragma Assert (G = ((1, 2, 9), (4, 5, 6)));
   pragma Assert (H (Mon) = 8 and H (Wed) = 0);
   P := not P;
   pragma Assert ((P or Q) = (True, True, True, True));
   pragma Assert ((P and Q) = (1 .. 4 => False));
   V := (1, 2, 3, 4, 5);
   pragma Assert (Sum (V) = 15);
   pragma Assert (Sum (V (2 .. 3)) = 5);
   Fill (V, 10);
   pragma Assert (Sum (V) = 65);
   pragma Assert (Sum ((1, 2, 3)) = 6);
   pragma Assert (S'Length = 5 and S (1) = 'h');
   S (1) := 'j';
   pragma Assert (S = "jello");
   pragma Assert (T = "abcde" and T'Last = 5);
   pragma Assert (S (2 .. 3) = "el");
   pragma Assert (String'("abc") < "abd" and String'("ab") < "abc");
   pragma Assert ((for all I in V'Range => V (I) > 10));
   pragma Assert ((for some X of V => X = 13));
   pragma Assert (not (for some X of V => X = 10));
   V := (for I in 1 .. 5 => I * I);
   pragma Assert (V (5) = 25);
   V := (V with delta 2 => 0, 3 => 1);
   pragma Assert (V = (1, 0, 1, 16, 25));
end Arrays;
