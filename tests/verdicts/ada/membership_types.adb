--  run: cairn check %s
--  exit: 1
-- others: proved 4
--  A membership test has the type of its choices, and compares with the equality of that type (RM 4.5.2).
procedure Membership_Types is
   type Word is mod 2 ** 64;
   type Point is record
      X, Label : Integer;
   end record;
   function "=" (A, B : Point) return Boolean is (A.X = B.X);

   P : constant Point := (1, 1);
   Q : constant Point := (1, 2);
   R : constant Point := (2, 1);
   S : Integer := 5 with Volatile, No_Caching;
begin
   pragma Assert (for all I in 0 .. 63 => 2 ** I in Word'Range);
   pragma Assert (P in R | Q);
   S := S + 1;
   pragma Assert (S = 6);
   pragma Assert (P not in Q | R);   --~ violated assertion
end Membership_Types;
