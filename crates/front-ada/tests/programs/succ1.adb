--  range 6
procedure succ1 is
   type D is (A, B); X : D := B;
begin
   null;
   X := D'Succ (X);
end succ1;
