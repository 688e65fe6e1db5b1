-- Subprograms without a body give any result that their contracts allow, and change what they may.
-- run: cairn check %s
-- exit: 1
-- others: proved 8

package body Missing_Body is
   type Vector is array (Positive range <>) of Integer;

   G : Integer := 0;
   H : Integer := 0;

   procedure Increase (A : in out Integer; B : out Natural) --~ warning A0022
     with Import, Pre => A < 1000, Post => A > A'Old, Global => null;
   function Any (X : Integer) return Natural with Import, Global => null; --~ warning A0022
   procedure Fill (V : in out Vector) with Import, Global => (Output => H); --~ warning A0022
   procedure Anything with Import; --~ warning A0022

   procedure Use_Them (X : in Integer; Y : out Integer) is
      A : Integer := X mod 100;
      B : Natural;
      V : Vector (5 .. 9) := (others => 0);
   begin
      G := 3;
      H := 4;
      Increase (A, B);
      pragma Assert (A > X mod 100);
      pragma Assert (B > 0); --~ violated assertion
      Increase (A, B); --~ violated precondition
      Fill (V);
      pragma Assert (V'First = 5 and V'Length = 5);
      pragma Assert (G = 3);
      pragma Assert (H = 4); --~ violated assertion
      G := 3;
      Y := Any (G);
      pragma Assert (Y >= 0 and G = 3);
      Anything;
      pragma Assert (G = 3); --~ violated assertion
   end Use_Them;

   procedure Handle (Y : out Integer) is
   begin
      Y := 1;
      Anything;
      Y := 2;
      pragma Assert (Y = 2);
   exception
      when Constraint_Error => pragma Assert (Y = 2); --~ violated assertion
   end Handle;
end Missing_Body;
