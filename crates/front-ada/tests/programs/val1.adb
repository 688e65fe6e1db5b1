--  range 6
procedure val1 is
   type D is (A, B); X : D := A; I : Integer := 2;
begin
   null;
   X := D'Val (I);
end val1;
