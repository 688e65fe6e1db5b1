-- A component is read before it has a value.
-- run: cairn check %s --check uninitialized
-- today: exit 2
-- exit: 1
-- others: proved

procedure Uninitialized_Component is
   type Pair is record
      Left, Right : Integer;
   end record;
   P : Pair;
   Y : Integer := 0;
begin
   P.Left := 1;
   if P.Right > 3 then --~ violated uninitialized
      Y := 1;
   end if;
end Uninitialized_Component;
