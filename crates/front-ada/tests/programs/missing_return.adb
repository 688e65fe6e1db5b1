--  reachable 7
procedure Missing_Return is
   function F (X : Integer) return Integer is
      pragma Warnings (Off);
   begin
      if X > 0 then return 1; end if;
   end F;
   Y : Integer := 0;
begin
   Y := F (Y);
end Missing_Return;
