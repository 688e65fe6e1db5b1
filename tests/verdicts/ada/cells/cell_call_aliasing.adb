-- run: cairn check %s
-- exit: 2
-- others: unsupported 2

procedure Cell_Call_Aliasing is
   type A is array (1 .. 100) of Integer;
   G : A := (others => 0);
   procedure P (X : in A) is
   begin
      G (1) := 5;
      pragma Assert (X (1) = 0);
   end P;
begin
   P (G);
end Cell_Call_Aliasing;
