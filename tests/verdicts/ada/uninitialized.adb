-- A variable or parameter is read before it has a value.
-- run: cairn check %s --check uninitialized
-- exit: 1
-- others: proved 6

procedure Uninitialized (C : Boolean) is
   X, Z : Integer;
   Y    : Integer := 0;

   procedure Set (A : out Integer; B : out Integer) is
   begin
      if not C then
         A := 1;
      end if;
      B := 2;
   end Set; --~ violated uninitialized, proved uninitialized

   procedure Only (A : out Integer) is
   begin
      A := 3;
      A := A + 1;
   end Only;
begin
   Only (Y);
   if C then
      X := 1;
      Y := X;
   end if;
   Z := 1;
   Only (Z);
   if X > 3 then --~ violated uninitialized
      Y := Z;
   end if;
   Set (X, Y);
   Y := X;
end Uninitialized;
