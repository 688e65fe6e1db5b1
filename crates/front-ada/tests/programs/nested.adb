--  finished
procedure Nested is
   Total : Integer := 0;
   procedure Outer (N : Integer) is
      Local : Integer := N;
      procedure Inner (K : Integer) is
      begin
         Local := Local + K;
         Total := Total + Local;
         if K > 0 then
            Inner (K - 1);
         end if;
      end Inner;
   begin
      Inner (2);
      pragma Assert (Local = N + 3);
   end Outer;
   Done : exception;
   type Matrix is array (1 .. 3, 1 .. 3) of Integer;
   M : Matrix := (others => (others => 1));
   procedure Scale (X : in out Matrix; By : Integer) is
   begin
      for I in X'Range (1) loop
         for J in X'Range (2) loop
            X (I, J) := X (I, J) * By;
         end loop;
      end loop;
   end Scale;
begin
   Outer (10);
   pragma Assert (Total = 12 + 13 + 13);
   Scale (M, 3);
   pragma Assert (M (2, 2) = 3);
   for I in 1 .. 3 loop
      M (I, I) := I;
   end loop;
   pragma Assert (M = ((1, 3, 3), (3, 2, 3), (3, 3, 3)));
   raise Done;
exception
   when Done => null;
end Nested;
