--  discriminant 6
procedure discr1 is
   type R (B : Boolean := True) is record case B is when True => X : Integer; when False => Y : Integer; end case; end record; V : R := (True, 1);
begin
   null;
   V.Y := 3;
end discr1;
