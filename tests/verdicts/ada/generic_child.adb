-- A child of a generic package sees the instance of its parent.
-- run: cairn check %s
-- exit: 1
-- others: proved 12

with Stacks;
with Stacks.Extras;

procedure Generic_Child is
   package Two is new Stacks (2);
   package Extra is new Two.Extras;
   package Nine is new Stacks (9);
begin
   Two.Push (5);
   Extra.Double;
   pragma Assert (Two.Top = 10);
   pragma Assert (Extra.Free = 1);
   Nine.Push (1);
   Two.Push (6);
   Two.Push (7);
end Generic_Child;
