-- Figure 5 of AdaHorn, and figure 6: an array as an index and a value, two clauses for each read and write.
-- run: cairn export %s prog2.adb prog2.ads --to horn --arrays cells

with Prog2;
procedure Gmain is
begin
   Prog2.InitArray;
end Gmain;
