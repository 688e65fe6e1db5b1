--  range 6
procedure conv1 is
   type B is range 0 .. 10; X : Integer := 11; Y : B;
begin
   null;
   Y := B (X);
end conv1;
