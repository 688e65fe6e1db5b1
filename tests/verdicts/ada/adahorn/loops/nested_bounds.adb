-- Three loops, each within the bounds of the one around it.
-- run: cairn check %s
-- others: proved 7

procedure Nested_Bounds (N : Natural) is
   I, J, K : Natural;
begin
   if N <= 100_000 then
      I := 0;
      while I < N loop
         J := I;
         while J < N loop
            K := J;
            while K < N loop
               pragma Assert (I <= J and J <= K); --~ proved assertion
               pragma Assert (K - I < N); --~ proved assertion
               K := K + 1;
            end loop;
            J := J + 1;
         end loop;
         I := I + 1;
      end loop;
   end if;
end Nested_Bounds;
