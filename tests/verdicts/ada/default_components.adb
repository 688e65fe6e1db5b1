--  run: cairn check %s
--  exit: 1
-- others: proved 12
--  Each component of an array takes its default for itself; what has none may be another value in each (RM 3.3.1).
procedure Default_Components (Length : Natural) is
   type Half is record
      Given : Integer := 7;
      Open  : Integer;
   end record;
   type Halves is array (1 .. 3) of Half;
   type Many is array (1 .. 100) of Half;

   Count : Natural := 0;

   function Next return Natural is
   begin
      if Count < 1_000 then
         Count := Count + 1;
      end if;
      return Count;
   end Next;

   type Numbered is record
      Id : Natural := Next;
   end record;
   type Pair is array (1 .. 2) of Numbered;
   type Matrix is array (1 .. 2, 1 .. 2) of Numbered;

   subtype Small is Integer range Length .. Integer'Last;
   type Small_Numbers is array (Positive range <>) of Small with Default_Component_Value => 5;

   function Sum return Integer is
      Nothing : Small_Numbers (1 .. 0);
      Several : Small_Numbers (1 .. Length);   --  never out of range where there is none
   begin
      return Nothing'Length + Several'Length;
   end Sum;

   H : Halves;
   L : Many;
   P : Pair;
   M : Matrix;
   B : Halves := (others => (Given => 1, Open => <>));
begin
   pragma Assert (H (1).Given = 7 and H (3).Given = 7);
   pragma Assert (L (100).Given = 7);
   pragma Assert (P (1).Id = 1 and P (2).Id = 2);
   pragma Assert (M (1, 1).Id = 3 and M (2, 2).Id = 6);
   pragma Assert (B (2).Given = 1);
   if Length = 1 then
      pragma Assert (H (1).Open = H (2).Open);   --~ violated assertion
   elsif Length = 2 then
      pragma Assert (B (1).Open = B (2).Open);   --~ violated assertion
   elsif Length = 3 then
      pragma Assert (L (1).Open = L (100).Open);   --~ violated assertion
   elsif Length = 0 then
      pragma Assert (Sum = 0);
   end if;
end Default_Components;
