-- Operators that the user defines, with their own meaning of `=` and `<`.
-- run: cairn check %s
-- others: proved 17

procedure User_Operators is
   type Complex is record
      Re, Im : Integer;
   end record;
   function "+" (L, R : Complex) return Complex is (L.Re + R.Re, L.Im + R.Im);
   function "*" (L, R : Complex) return Complex is
     (L.Re * R.Re - L.Im * R.Im, L.Re * R.Im + L.Im * R.Re);
   function "-" (X : Complex) return Complex is (-X.Re, -X.Im);
   function "abs" (X : Complex) return Integer is (X.Re * X.Re + X.Im * X.Im);
   function "<" (L, R : Complex) return Boolean is (abs L < abs R);
   type Angle is range 0 .. 719;
   function "=" (L, R : Angle) return Boolean is (Integer (L) mod 360 = Integer (R) mod 360);
   I : constant Complex := (0, 1);
   Z : Complex := (2, 3);
   A : Angle := 10;
begin
   pragma Assert (I * I = (-1, 0) and Z + (-Z) = (0, 0));
   pragma Assert (I < Z and not (Z < I));
   Z := Z * I;
   pragma Assert (Z = (-3, 2));
   pragma Assert (A = 370 and A /= 11 and not (A /= 370));
end User_Operators;
