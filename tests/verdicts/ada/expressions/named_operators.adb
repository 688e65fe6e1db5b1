-- Predefined operators called by name, directly and through a package; bounds of the second dimension.
-- run: cairn check %s
-- exit: 1
-- others: proved 9

procedure Named_Operators (N : Integer) is
   package P is
      type Score is range 0 .. 100;
      type Colour is (Red, Green);
      type Grid is array (Colour range <>, Score range <>) of Boolean;
   end P;
   A : P.Score := 3;
   B : constant P.Score := 5;
   G : constant P.Grid (P.Red .. P.Green, 2 .. 4) := (others => (others => True));
begin
   pragma Assert ("<" (Left => 1, Right => 2) and ">" (Right => 1, Left => 2));
   pragma Assert (P."<" (A, B));
   A := P."-" (B, A);
   pragma Assert (P."=" (A, 2));
   pragma Assert (Standard."abs" (-4) = 4);
   pragma Assert (P."/=" (P.Red, P.Green));
   pragma Assert (P."=" (G'First (2), 2) and P."=" (G'Last (1), P.Green));
   pragma Assert ("+" (N, 1) > N); --~ violated overflow
   pragma Assert (Standard."-" (N, 1) = 7); --~ violated assertion, violated overflow
end Named_Operators;
