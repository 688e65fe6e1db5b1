-- A variable is read before it has a value.
-- run: cairn check %s --check uninitialized
-- exit: 1
-- others: proved

procedure Uninitialized is
   X : Integer;
   Y : Integer := 0;
begin
   if X > 3 then --~ violated uninitialized
      Y := 1;
   end if;
end Uninitialized;
