-- run: cairn check %s
-- exit: 1
-- others: proved 7
--  The prefix of an attribute is evaluated (RM 4.1.4), also where the attribute itself is a constant.
procedure Evaluated_Prefixes (I : Integer) is
   type Cell (Full : Boolean := False) is record
      case Full is
         when True  => Value : Integer;
         when False => null;
      end case;
   end record;
   type Cells is array (1 .. 3) of Cell;
   type Row is array (1 .. 3) of Integer;

   Calls : Natural := 0;
   function Next return Integer is
   begin
      Calls := Calls + 1;
      return Calls;
   end Next;

   A : Row := (1, 2, 3);
   C : Cells;
   N : Integer;
begin
   N := A (Next)'Size;
   pragma Assert (N = 32 and Calls = 1);
   pragma Assert (not C (Next)'Constrained);
   pragma Assert (Calls = 2);
   if I < 3 then
      N := A (I)'Size; --~ violated index
   else
      pragma Assert (not C (I)'Constrained); --~ violated index, proved assertion
   end if;
end Evaluated_Prefixes;
