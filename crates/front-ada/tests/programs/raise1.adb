--  reachable 6
procedure raise1 is
   E : exception;
begin
   null;
   raise E;
end raise1;
