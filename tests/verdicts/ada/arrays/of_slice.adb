-- run: cairn check %s
-- exit: 1
-- others: proved 12
--  A loop over the elements of a slice changes the array.
procedure Of_Slice is
   type Row is array (Positive range <>) of Integer;
   type Pair is record
      L, R : Integer;
   end record with Dynamic_Predicate => Pair.L <= Pair.R;
   A : Row (1 .. 5) := (others => 1);
   P : Pair := (1, 2);
   First : Integer := 2;

   procedure Bump (X : in out Row) is
   begin
      for Y of X (X'First + 1 .. X'Last) loop
         Y := Y + 1;
      end loop;
   end Bump;

   procedure Turn (X : in out Pair) is
   begin
      X.L := 9;
   end Turn;
begin
   for X of A (First .. 4) loop
      X := X + First;
      First := First + 1;
   end loop;
   pragma Assert (A = (1, 3, 4, 5, 1));
   Bump (A (3 .. 5));
   pragma Assert (A = (1, 3, 4, 6, 2));
   begin
      Turn (P);
   exception
      --  Whether P is changed already depends on how it was passed.
      when others =>
         pragma Assert (P.L = 1);   --~ violated assertion
   end;
   pragma Assert (P.L in 1 | 9);
end Of_Slice;
