-- Mistakes with names and types: one message each, with the type found and the type wanted.
-- run: cairn check %s
-- exit: 3

procedure Ada_Names is
   type Metres is range 0 .. 100;
   type Feet is range 0 .. 300;
   type Pair is record
      A, B : Integer;
   end record;
   M : Metres := 5;
   F : Feet := 6;
   P : Pair := (1, 2);
   C : constant Integer := 3;
   V : array (1 .. 3) of Integer := (1, 2, 3);
   function Twice (X : Integer) return Integer is (2 * X);
begin
   M := F; --~ error A0012
   M := N; --~ error A0010
   P.C := 4; --~ error A0010
   C := 4; --~ error A0019
   P := (A => 1); --~ error A0020
   P := (1, 2, 3); --~ error A0020
   V (1) := Twice (True); --~ error A0012
   V (2) := Twice (1, 2); --~ error A0014
   M := Metres'Nonsense; --~ error A0024
   exit; --~ error A0028
   return 5; --~ error A0029
end Ada_Names;
