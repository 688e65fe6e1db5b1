-- run: cairn check %s
-- exit: 1
-- others: proved 10
--  `'Old` behind a condition that is known on entry is looked at only where the condition lets it.
procedure Old_Looked_At is
   A : array (1 .. 3) of Integer := (1, 2, 3);

   procedure Keep (I : Integer)
     with Post => I > 3 or else A (I)'Old = A (I);   --~ violated index, proved index, proved postcondition
   procedure Keep (I : Integer) is null;

   procedure Step (I : Integer)
     with Post => (if I > 0 and I <= 3 then True elsif I = 0 then A (I + 1)'Old < A (I + 1) else A (I - 3)'Old = A (I - 3));
   procedure Step (I : Integer) is
   begin
      if I = 0 then
         A (1) := A (1) + 1;
      end if;
   end Step;

begin
   Keep (2);
   Keep (4);
   Step (0);
   Step (4);
   Keep (0);
end Old_Looked_At;
