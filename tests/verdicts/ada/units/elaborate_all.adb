-- run: cairn check %s
-- others: proved 3
--  Bodies come before where `Elaborate_All`, `Elaborate` or `Elaborate_Body` ask for it.
with Elaborate_All_User;
procedure Elaborate_All is
begin
   pragma Assert (Elaborate_All_User.Doubled = 4);
   pragma Assert (Elaborate_All_User.Late = 6);
end Elaborate_All;
