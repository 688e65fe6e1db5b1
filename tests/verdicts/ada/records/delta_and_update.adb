-- Copies that differ in some places: delta aggregates and 'Update.
-- run: cairn check %s
-- others: proved 8

procedure Delta_And_Update (V : Integer) is
   type Status is record
      Code  : Integer := 0;
      Valid : Boolean := False;
      Level : Natural := 0;
   end record;
   type Row is array (1 .. 4) of Integer;
   A : Status;
   B : Status;
   R : Row := (1, 2, 3, 4);
   Q : Row;
begin
   B := (A with delta Code => V, Valid => True);
   pragma Assert (B.Code = V and B.Valid and B.Level = A.Level);
   A := B'Update (Level => 4);
   pragma Assert (A.Level = 4 and A.Code = V and B.Level = 0);
   Q := (R with delta 2 => V, 4 => 0);
   pragma Assert (Q (1) = 1 and Q (2) = V and Q (4) = 0 and R (4) = 4);
   R := Q'Update (1 .. 2 => 9);
   pragma Assert (R = (9, 9, 3, 0));
end Delta_And_Update;
