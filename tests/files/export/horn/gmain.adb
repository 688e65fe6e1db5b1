-- Figure 3 of AdaHorn, and figure 4: the clauses of a program in three files, a procedure by its summary.
-- run: cairn export %s prog1.adb prog1.ads --to horn

with Prog1;
procedure Gmain is
   Res, X : Integer := 0;
begin
   Res := Prog1.Sum (X);
   pragma Assert (Res = 10);
end Gmain;
