-- Figure 3 of AdaHorn: a program in three files. The function adds 10 to its argument.
-- run: cairn check %s
-- exit: 1

with Prog1;
procedure Gmain is
   Res, X : Integer := 0;
begin
   Res := Prog1.Sum (X);
   pragma Assert (Res = 10); --~ proved assertion
   X := Integer'Last - 9;
   Res := Prog1.Sum (X);
end Gmain;
