-- run: cairn check %s
-- exit: 2
-- others: unsupported 1

--  A loop that never ends verifies nothing that `Always_Terminates` promises.
procedure Always_Terminates (X : in out Integer)
  with Always_Terminates --~ note A0033
is
begin
   loop
      X := 0;
   end loop;
end Always_Terminates;
