-- Figure 5 of AdaHorn: reads and writes of an array, in three files.
-- run: cairn check %s

with Prog2;
procedure Gmain is
begin
   Prog2.InitArray;
end Gmain;
