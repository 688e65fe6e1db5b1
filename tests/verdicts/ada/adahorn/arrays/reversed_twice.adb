-- The swapping goes on beyond the middle and undoes itself.
-- run: cairn check %s
-- exit: 1
-- others: proved 13

with Vectors; use Vectors;

procedure Reversed_Twice (A : Vector) is
   N : constant Natural := A'Length;
begin
   if A'First = 1 and N in 1 .. 1000 then
      declare
         B    : Vector (1 .. N) := A;
         Kept : Integer;
      begin
         for I in 1 .. N loop
            Kept := B (I);
            B (I) := B (N + 1 - I);
            B (N + 1 - I) := Kept;
         end loop;
         pragma Assert (B (1) = A (N)); --~ violated assertion
      end;
   end if;
end Reversed_Twice;
