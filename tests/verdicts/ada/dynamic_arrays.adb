-- Operators on arrays whose bounds are known only at run time.
-- run: cairn check %s
-- exit: 1
-- others: proved 28

procedure Dynamic_Arrays (N : Integer; Flag : Boolean) is
   type Bits is array (Positive range <>) of Boolean;
   type Grid is array (Positive range <>, Positive range <>) of Integer;
   subtype Small is Integer range 0 .. 3;

   function Spaces (Count : Small) return String is
      S : constant String (1 .. Count) := (others => ' ');
   begin
      return S;
   end Spaces;

   procedure Join (K : Small) is
      T : constant String := "ab" & Spaces (K) & 'c';
      U : constant String := Spaces (K) & "z";
   begin
      pragma Assert (T'First = 1 and T'Length = K + 3);
      pragma Assert (T (1) = 'a' and T (T'Last) = 'c');
      pragma Assert (U (U'Last) = 'z' and U'First = 1);
      pragma Assert (Spaces (K) < "!");
      pragma Assert (T < U); --~ violated assertion
   end Join;

   procedure Logic (A, B : Bits) is
   begin
      if A'Length = B'Length and A'Length in 1 .. 3 then
         declare
            R : constant Bits := A and not B;
         begin
            pragma Assert (R'First = A'First);
            pragma Assert (not (R (R'First) and B (B'First)));
         end;
      end if;
   end Logic;

   procedure Fill (G : in out Grid) is
      H : constant Grid (1 .. 2, 1 .. 2) := (others => (others => 5));
   begin
      G := H; --~ violated length
      pragma Assert (G (G'First (1), G'Last (2)) = 5);
   end Fill;

   A : constant Bits (1 .. 3) := (True, Flag, False);
   B : constant Bits (5 .. 7) := (False, True, Flag);
   G : Grid (1 .. 2, 4 .. 5) := (others => (others => 0));
   W : Grid (1 .. 3, 1 .. 2) := (others => (others => 0));
begin
   if N in Small then
      Join (N);
   end if;
   Logic (A, B);
   Fill (G);
   pragma Assert (G = Grid'((5, 5), (5, 5)));
   Fill (W);
end Dynamic_Arrays;
