-- Euclid's algorithm by subtraction: both numbers stay positive and never grow.
-- run: cairn check %s
-- others: proved 2

procedure Greatest_Divisor (A, B : Positive) is
   X : Integer := A;
   Y : Integer := B;
begin
   while X /= Y loop
      if X > Y then
         X := X - Y;
      else
         Y := Y - X;
      end if;
      pragma Assert (X in 1 .. A); --~ proved assertion
      pragma Assert (Y in 1 .. B); --~ proved assertion
   end loop;
   pragma Assert (X <= A and X <= B); --~ proved assertion
end Greatest_Divisor;
